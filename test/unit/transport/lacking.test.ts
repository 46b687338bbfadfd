import type { IDataObject } from 'n8n-workflow';
import { ServiceError, withReason } from '../../../nodes/shared/faults';
import { refusal } from '../../../nodes/shared/transport/errors';
import { explainable } from '../../../nodes/shared/transport/lacking';
import { recording } from '../../../truth/recordings';
import { recorded } from '../../support/faults';
import { json, runAt } from '../../support/run';
import { listen, type Answer } from '../../support/server';

const PROFILE = '/api/v1/profile';
const PLATFORM = '/platform/api/v1/accounts/0';
const REFUSED = json({ error: 'You are not authorized to do this action' }, 401);

/** The recorded profile, with these values in its only account, which is number 7. */
function profileWith(values: IDataObject = {}): Answer {
	const { body } = recording('transport', 'auth-profile-user-admin', '4.16').response;
	const [account] = (body as { accounts: IDataObject[] }).accounts;
	return json({ ...(body as IDataObject), accounts: [{ ...account, ...values }] });
}

/** What a refused operation of these items says, and which paths were asked for. */
async function refused(
	operation: string,
	parameters: object,
	refusal: Answer,
	replies: Record<string, Answer> = {},
	items = 1,
) {
	const server = await listen(({ path }) => replies[path] ?? refusal);
	try {
		const { items: out, error } = await runAt(
			server.url,
			operation,
			{ account_id: 7, ...parameters },
			{
				items: Array.from({ length: items }, () => ({ json: {} })),
				onError: 'continueRegularOutput',
			},
		);
		if (error) throw error;
		const isGlobalPath = (path: string) => !/accounts\/[1-9]/.test(path);
		return {
			errors: out.map(({ json: { error: itemError } }) => itemError as IDataObject),
			paths: server.received.map(({ path }) => path).filter(isGlobalPath),
		};
	} finally {
		await server.close();
	}
}

const ADMIN = profileWith();
const AGENT = profileWith({ role: 'agent' });
const NOTHING_MORE = json({ error: 'Invalid Access Token' }, 401);
const NO_BOTS = recorded('transport', 'auth-profile-bot', '4.16');
const IS_PLATFORM = recorded('transport', 'auth-probe-platform-with-platform', '4.16');
const NO_PLATFORM = recorded('transport', 'auth-probe-platform-with-bot');

const REPORT = ['report.getAgentSummary', { period: 'last_month' }] as const;

test.each<[string, Answer, string]>([
	['an agent', AGENT, 'This requires an administrator. The token belongs to Ada Admin, an agent.'],
	[
		'an agent with a custom role',
		profileWith({ role: 'agent', custom_role: { name: 'Reader' } }),
		'The token belongs to Ada Admin, an agent with the custom role "Reader".',
	],
	[
		'a user who is not in the account',
		profileWith({ id: 8 }),
		'The token belongs to Ada Admin, a member of account 8 (Live r6). Choose another account, or another credential.',
	],
	['a token that Chatwoot says nothing about', NOTHING_MORE, 'This requires an administrator.'],
])('the refusal of %s says what the token lacks', async (_, profile, words) => {
	const { errors, paths } = await refused(...REPORT, REFUSED, { [PROFILE]: profile });
	expect(errors[0].message).toBe('You are not authorized to do this action');
	expect(errors[0].description).toContain(words);
	expect(paths).toEqual([PROFILE]);
});

test('the refusal of an administrator names the feature that may be disabled', async () => {
	const { errors } = await refused('dataImport.getAll', {}, REFUSED, { [PROFILE]: ADMIN });
	expect(errors[0].description).toBe(
		'Data Import → Get Many, HTTP 401, credential "Credential". This requires Chatwoot 4.16 or later and the account feature Data Import. The token belongs to Ada Admin, an administrator.',
	);
});

test.each<[string, Answer, string]>([
	['an agent', AGENT, 'Agents only have access to conversations in their inboxes'],
	['an administrator', ADMIN, 'Some records, such as personal macros, are only available'],
])(
	'without a required role, %s reads which records are not available',
	async (_, profile, words) => {
		const { errors } = await refused('macro.get', { macro_id: 3 }, REFUSED, { [PROFILE]: profile });
		expect(errors[0].description).toContain(words);
		expect(errors[0].description).not.toContain('This requires');
	},
);

test.each<[string, Answer, string, string]>([
	[
		"a platform app's",
		IS_PLATFORM,
		"This node does not work with a platform app's token",
		"Use it in the Platform node only. This node needs a user's token: Profile Settings → Access Token.",
	],
	[
		"a bot's",
		NO_PLATFORM,
		"An agent bot's token cannot do this",
		"Agent bots can write messages and change conversations. Everything else needs a user's token: Profile Settings → Access Token.",
	],
])('the title names %s token in the wrong node', async (_, probe, title, words) => {
	const replies = { [PROFILE]: NO_BOTS, [PLATFORM]: probe };
	const { errors, paths } = await refused(...REPORT, NO_BOTS, replies);
	expect(errors[0].message).toBe(title);
	expect(errors[0].description).toContain(words);
	expect(paths).toEqual([PROFILE, PLATFORM]);
});

test('the title of a refused step keeps the name of the step', async () => {
	const error = new ServiceError('Access to this endpoint is not authorized for bots', {
		status: 401,
	});
	const request = { method: 'GET', path: '/api/v1/accounts/7/labels' };
	const bot = async () => await Promise.resolve({ kind: 'bot' } as const);
	const nothing = async () => await Promise.reject(new Error());
	explainable(error, request, bot, nothing, nothing);
	error.message = `Adding the label failed: ${error.message}`;
	await withReason(error);
	expect(error.message).toBe("Adding the label failed: An agent bot's token cannot do this");
});

test('Chatwoot is asked once for the owner of the token, and the error names each item', async () => {
	const { errors, paths } = await refused(...REPORT, REFUSED, { [PROFILE]: AGENT }, 5);
	expect(paths).toEqual([PROFILE]);
	expect(errors).toHaveLength(5);
	errors.forEach(({ description }, item) => {
		expect(description).toContain(`, item ${item}, HTTP 401, credential "Credential".`);
		expect(description).toContain('Ada Admin, an agent');
	});
});

test.each([
	['Invalid Access Token', 401, 'The token in the credential is wrong or was reset.'],
	['Bot is not authorized to access this account', 401, 'the bot belongs to another account'],
	['Account is suspended', 401, 'HTTP 401, credential "Credential".'],
	['Invalid User IDs', 401, 'HTTP 401, credential "Credential".'],
	['Not in the plan', 403, 'HTTP 403.'],
])('Chatwoot is not asked for the owner of the token after "%s"', async (words, status, hint) => {
	const { errors, paths } = await refused('label.getAll', {}, json({ error: words }, status));
	expect(errors[0].message).toBe(words);
	expect(errors[0].description).toContain(hint);
	expect(errors[0].description).not.toContain('The token belongs to');
	expect(paths).toEqual([]);
});

test('a refusal does not repeat the description of the operation', async () => {
	const { errors } = await refused(
		'conversation.get',
		{ conversation_id: 99 },
		{
			...json({ error: 'Resource could not be found' }, 404),
		},
	);
	expect(errors[0].description).toBe(
		'Conversation → Get, HTTP 404. It may have been deleted, or the token has no access to it.',
	);
});

test('a field says that its expression returned nothing', async () => {
	const errorFor = async (conversation_id: unknown) => {
		const { errors } = await refused('conversation.get', { conversation_id }, REFUSED);
		return errors[0].message;
	};
	expect(await errorFor('={{ $json.nothing }}')).toBe(
		'Conversation is empty: the expression returned nothing',
	);
	expect(await errorFor({ __rl: true, mode: 'id', value: '={{ $json.nothing }}' })).toBe(
		'Conversation is empty: the expression returned nothing',
	);
	expect(await errorFor('')).toBe('Conversation is empty: fill it in');
});

test('a 429 from a proxy does not name the limits of Chatwoot', async () => {
	const { errors } = await refused(
		'label.getAll',
		{},
		{
			...json({ error: 'Slow down' }, 429),
			headers: { 'content-type': 'application/json', 'retry-after': '301' },
		},
	);
	expect(errors[0].message).toBe('Too many requests: Slow down');
	const request = { method: 'GET', path: '/api/v1/accounts/1/labels' };
	expect(refusal(429, '', request, { 'retry-after': '5' }).message).toBe('Too many requests');
});

test.each([
	[
		'label.getAll',
		{},
		'Chatwoot gave no reason. It may have failed on one of the values. Run it again;',
	],
	['macro.get', { macro_id: 3 }, 'Often Macro 3 does not exist'],
])('the hint of a 500 of %s names only possible causes', async (operation, parameters, words) => {
	const failure = json({ status: 500, error: 'Internal Server Error' }, 500);
	const { errors } = await refused(operation, parameters, failure);
	expect(errors[0].description).toContain(words);
});

test('a missing record outside of accounts is named', () => {
	const request = { method: 'GET', path: '/platform/api/v1/users/5' };
	expect(refusal(404, { error: 'Resource could not be found' }, request).message).toBe(
		'User 5 does not exist: Resource could not be found',
	);
});
