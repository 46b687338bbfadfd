import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CredentialTestContext } from 'n8n-core';
import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import { CustomerConversation } from '../../../nodes/CustomerConversation/CustomerConversation.node';
import { CustomerConversationPlatform } from '../../../nodes/CustomerConversationPlatform/CustomerConversationPlatform.node';
import { credentialTest } from '../../../nodes/shared/editor/credentialTest';
import { refusal } from '../../../nodes/shared/transport/errors';
import { mask } from '../../../nodes/shared/transport/secrets';
import { allRecordings, recording, type Recording, type Release } from '../../../truth/recordings';
import { fastClock } from '../../support/clock';
import { onEachRelease } from '../../support/releases';
import { json, run, runAt, TOKEN } from '../../support/run';
import { searching } from '../../support/searching';
import { listen, type Answer } from '../../support/server';

jest.setTimeout(120_000);
const clock = fastClock();

/** A pause between two tries, by the false clock. */
interface Pause {
	/** Unix time in milliseconds. */
	begin: number;
	milliseconds: number;
}

const mockPauses: Pause[] = [];

jest.mock('n8n-workflow', () => {
	const actual = jest.requireActual<typeof import('n8n-workflow')>('n8n-workflow');
	return {
		...actual,
		sleep: async (milliseconds: number) => {
			mockPauses.push({ begin: Date.now(), milliseconds });
			await actual.sleep(milliseconds);
		},
	};
});

/** How long at least one of the pauses ran. */
function minutesOf(pauses: Pause[]): number {
	let sum = 0;
	let end = 0;
	for (const { begin, milliseconds } of pauses) {
		sum += Math.max(0, begin + milliseconds - Math.max(begin, end));
		end = Math.max(end, begin + milliseconds);
	}
	return sum / MINUTE;
}

const answerOf = ({ response: { status, headers, body, text } }: Recording): Answer => ({
	status,
	headers: { 'content-type': headers?.['content-type'] ?? 'application/json' },
	body: body === undefined ? text : JSON.stringify(body),
});

const NO_API = 'API access is not enabled for this account';

onEachRelease('says at every call that the plan of the account lacks the API', async (release) => {
	const errorFor = async (answer: Answer, operation: string, parameters: IDataObject) => {
		const { error } = await run(operation, parameters, [answer]);
		return [error?.message, error?.description];
	};
	const message = { conversation_id: 77, message_id: 1169, status: 'read' };
	if (release === '4.10') {
		// It has no plans: its 403 keeps the words of its own.
		const refused = recording('account.message.update_status', 'web-inbox', release);
		const [words, hint] = await errorFor(answerOf(refused), 'message.updateStatus', message);
		expect(words).toBe('Message status update is only allowed for API inboxes');
		expect(hint).not.toContain('plan');
		return;
	}
	const calls: Array<[string, string, IDataObject]> = [
		['gate-labels', 'label.getAll', {}],
		['gate-account-get', 'account.get', {}],
		['gate-webhooks', 'webhook.getAll', {}],
		['gate-v2', 'report.getAgentSummary', { period: 'last_month' }],
		['gate-message-create', 'message.updateStatus', message],
	];
	for (const [name, operation, parameters] of calls) {
		const answer = answerOf(recording('transport', name, release));
		const [words, hint] = await errorFor(answer, operation, parameters);
		expect([name, words]).toEqual([name, NO_API]);
		expect(hint).toContain('the plan of the account does not include API access');
		// Neither the right nor the release is what is missing.
		expect(hint).not.toContain('This needs');
	}
});

/** The test of a credential against what a server answers to each path; 401 to all others. */
async function tested(account_id: string, replies: Record<string, Answer>, pasted = '') {
	const server = await listen(
		({ path }) => replies[path] ?? json({ error: 'Invalid Access Token' }, 401),
	);
	try {
		const { status, message } = await credentialTest.testApi.call(new CredentialTestContext(), {
			...{ id: '1', name: 'Credential', type: 'customerConversationApi' },
			data: { base_url: server.url + pasted, api_access_token: TOKEN, account_id },
		});
		return { status, message, paths: server.received.map(({ path }) => path) };
	} finally {
		await server.close();
	}
}

onEachRelease(
	'finds in the test of the credential that an account lacks the API',
	async (release) => {
		const PROFILE = '/api/v1/profile';
		const version = { '/api': json({ version: `${release}.0` }) };
		const account = (id: number | string) => `/api/v1/accounts/${id}`;
		const messages = (id: number | string) => `${account(id)}/conversations/0/messages`;
		const passes = {
			status: 'OK',
			message: expect.stringMatching(/^Connection successful: /) as string,
		};
		const fails = (accounts: string) => ({
			status: 'Error',
			message: `Account ${accounts}: ${NO_API}. The token is valid, but the plan of the account does not include API access. Change the plan (Settings → Billing), or choose another account.`,
		});
		if (release === '4.10') {
			const profile = answerOf(recording('transport', 'auth-profile-user-admin', release));
			for (const id of ['', '8']) {
				const { paths, ...result } = await tested(id, { ...version, [PROFILE]: profile });
				expect(result).toEqual(passes);
				expect(paths).toEqual(['/api', PROFILE]);
			}
			return;
		}
		const closed = answerOf(recording('transport', 'gate-account-get', release));
		const open = answerOf(recording('account.account.get', 'ok', release));
		const profile = recording('transport', 'gate-profile', release).response.body as IDataObject;
		expect(profile).toMatchObject({ access_token: '', accounts: [{ id: 7 }] });
		const [membership] = profile.accounts as IDataObject[];
		const of = (...flags: Array<[id: number, flag?: boolean]>) =>
			json({
				...profile,
				accounts: flags.map(([id, flag]) => ({ ...membership, id, api_and_webhooks: flag })),
			});
		const all = { [account(7)]: closed, [account(8)]: closed, [account(9)]: open };
		const cases: Array<[string, Answer, Record<string, Answer>, object]> = [
			['7', json(profile), all, fails('7')],
			['', json(profile), all, fails('7')],
			['7', of([7, false], [9, true]), all, fails('7')],
			['9', of([7, false], [9, true]), all, passes],
			// A server of one's own ignores the feature, and says that it is off all the same.
			['9', of([9, false]), all, passes],
			['', of([9, false]), all, passes],
		];
		for (const [id, reply, accounts, result] of cases) {
			const { paths, ...found } = await tested(id, { ...version, [PROFILE]: reply, ...accounts });
			expect([id, found]).toEqual([id, result]);
			expect(paths.slice(0, 2)).toEqual(['/api', PROFILE]);
		}
		const own4 = recording('account.profile.get', 'api_and_webhooks-off', release);
		const ignored = { [PROFILE]: answerOf(own4), [account(4)]: open };
		expect(await tested('4', { ...version, ...ignored })).toMatchObject(passes);
		// A bot reads no profile, a platform app never asks an account.
		const bot = {
			[PROFILE]: answerOf(recording('transport', 'auth-profile-bot', release)),
			[messages(7)]: answerOf(recording('transport', 'gate-message-bot', release)),
			[messages(9)]: answerOf(recording('transport', 'auth-bot-probe-bot', release)),
		};
		expect(await tested('7', { ...version, ...bot })).toMatchObject(fails('7'));
		expect(await tested('9', { ...version, ...bot })).toMatchObject(passes);
		const probe = recording('transport', 'auth-probe-platform-with-platform', release);
		expect(
			await tested('7', { ...version, ...bot, '/platform/api/v1/accounts/0': answerOf(probe) }),
		).toMatchObject(passes);
	},
);

/** Recorded profile of a user, in these accounts. */
function userIn(release: Release, ...accounts: Array<[id: number, name: string]>): Answer {
	const { body } = recording('account.profile.get', 'ok', release).response;
	const [membership] = (body as { accounts: IDataObject[] }).accounts;
	return json({
		...(body as IDataObject),
		accounts: accounts.map(([id, name]) => ({ ...membership, id, name })),
	});
}

const ACME: [number, string] = [1, 'Acme Support'];
const BETA: [number, string] = [2, 'Beta'];

onEachRelease('names the account in the test of the credential', async (release) => {
	const passes = expect.stringMatching(/^Connection successful: the token of /) as string;
	const cases: Array<
		[account: string, path: string, accounts: Array<typeof ACME>, expected: string]
	> = [
		['1', '', [ACME], passes],
		['2', '', [ACME, BETA], passes],
		[
			...['99', ''],
			[ACME],
			"The token's user is in account 1 (Acme Support), not in 99: correct the default account ID",
		],
		[
			...['99', ''],
			[ACME, BETA],
			"The token's user is in accounts 1 (Acme Support), 2 (Beta), not in 99: correct the default account ID",
		],
		// No number, but a part of one.
		[
			...['12', ''],
			[ACME],
			"The token's user is in account 1 (Acme Support), not in 12: correct the default account ID",
		],
		['', '', [ACME], passes],
		[
			...['', ''],
			[ACME, BETA],
			"The token's user is in accounts 1 (Acme Support), 2 (Beta): enter one as default account ID",
		],
		['', '', [], "The token's user is not a member of any account"],
		['1', '', [], "The token's user is not a member of any account"],
		// A pasted address of the dashboard names the account, what is typed comes first.
		['', '/app/accounts/2/dashboard', [ACME, BETA], passes],
		['1', '/app/accounts/99/inbox/4', [ACME, BETA], passes],
		['https://chat.example/app/accounts/2/dashboard', '', [ACME, BETA], passes],
		[
			...['', '/app/accounts/99/settings'],
			[ACME],
			"The token's user is in account 1 (Acme Support), not in 99: correct the default account ID",
		],
	].map((row) => row as [string, string, Array<typeof ACME>, string]);
	for (const [account, path, accounts, expected] of cases) {
		const replies = {
			'/api': json({ version: `${release}.0` }),
			'/api/v1/profile': userIn(release, ...accounts),
		};
		const { message } = await tested(account, replies, path);
		expect([account, path, message]).toEqual([account, path, expected]);
	}
	// Nobody without a membership is in an account.
	const none = answerOf(recording('account.profile.get', 'no-membership', release));
	const version = { '/api': json({ version: `${release}.0` }) };
	expect(await tested('', { ...version, '/api/v1/profile': none })).toMatchObject({
		message: "The token's user is not a member of any account",
	});
});

/** Runs `label.getAll` for two items, with nobody naming an account but the base URL. */
async function unnamed(profile: Answer, path = '', labels = json({ payload: [{ id: 3 }] })) {
	const server = await listen(({ path: requestPath }) =>
		requestPath === '/api/v1/profile' ? profile : labels,
	);
	const none = { account_id: { __rl: true, mode: 'list', value: '' }, returnAll: true };
	const outcome = await runAt(`${server.url}${path}`, 'label.getAll', none, {
		items: [{ json: {} }, { json: {} }],
	});
	const context = searching({ base_url: server.url + path, api_access_token: TOKEN });
	const [listed] = await Promise.allSettled([
		new CustomerConversation().methods.listSearch.labels.call(context),
	]);
	await server.close();
	return { ...outcome, listed, paths: server.received.map(({ path: requestPath }) => requestPath) };
}

onEachRelease('takes the only account if nobody names one', async (release) => {
	const PROFILE = '/api/v1/profile';
	const LABELS = '/api/v1/accounts/1/labels';
	const only = await unnamed(userIn(release, ACME));
	expect(only.items).toHaveLength(2);
	// Once an execution, and once for the list to pick from.
	expect(only.paths).toEqual([PROFILE, LABELS, LABELS, PROFILE, LABELS]);
	expect(only.listed).toMatchObject({ status: 'fulfilled', value: { results: [{ value: 3 }] } });

	const several = await unnamed(userIn(release, ACME, BETA));
	const words =
		"Account is empty, and the token's user is in accounts 1 (Acme Support), 2 (Beta): choose one, or set a default in the credential";
	expect(several.error?.message).toBe(words);
	expect(several.listed).toMatchObject({ status: 'rejected', reason: { message: words } });
	expect(several.paths.filter((path) => path !== PROFILE)).toEqual([]);

	// A bot has no profile.
	const bot = await unnamed(answerOf(recording('account.profile.get', 'as-bot', release)));
	const empty = 'Account is empty: choose one, or set a default in the credential';
	expect(bot.error?.message).toBe(empty);
	expect(bot.listed).toMatchObject({ status: 'rejected', reason: { message: empty } });

	const pasted = await unnamed(userIn(release), '/app/accounts/1/dashboard');
	expect(pasted.items).toHaveLength(2);
	expect(pasted.paths).toEqual([LABELS, LABELS, LABELS]);
});

onEachRelease('names the record and the account if the answer is 404', async (release) => {
	const errorFor = async (
		operation: string,
		parameters: IDataObject,
		...[of, name]: [op: string, name: string]
	) => {
		const answer = answerOf(recording(of, name, release));
		expect(answer.status).toBe(404);
		const { error } = await run(operation, { account_id: 3, ...parameters }, [answer]);
		return `${error?.message} | ${error?.description}`;
	};
	const words = 'Resource could not be found';
	expect(
		await errorFor(
			'conversation.get',
			{ conversation_id: 99999 },
			...(['account.conversation.get', 'unknown-id'] as const),
		),
	).toBe(
		`Conversation 99999 is not in account 3: ${words} | Conversation → Get, HTTP 404. It may have been deleted, or the token has no access to it.`,
	);
	expect(
		await errorFor(
			'message.delete',
			{ conversation_id: 170, message_id: 3014 },
			...(['account.message.delete', 'other-conversation'] as const),
		),
	).toMatch(`Message 3014 of Conversation 170 is not in account 3: ${words}`);
	expect(
		await errorFor(
			'conversation.create',
			{ contact_id: 7, inbox_id: 99999 },
			...(['account.conversation.create', 'unknown-inbox_id'] as const),
		),
	).toMatch(`Inbox 99999 or Contact 7 is not in account 3: ${words}`);
	expect(
		await errorFor(
			'inbox.setAgentBot',
			{ inbox_id: 67, agent_bot_id: 99999 },
			...(['account.inbox.set_agent_bot', 'unknown-bot'] as const),
		),
	).toMatch(`Inbox 67 or Agent Bot 99999 is not in account 3: ${words}`);
	expect(
		await errorFor('label.getAll', { account_id: 99 }, 'transport', 'auth-account-unknown-account'),
	).toMatch(`This token has no access to account 99: ${words} | Label → Get Many`);
	const unknown = answerOf(recording('transport', 'auth-account-unknown-account', release));
	const server = await listen(() => unknown);
	const context = searching(
		{ base_url: server.url, api_access_token: TOKEN, account_id: '99' },
		{ account_id: '' },
	);
	await expect(
		new CustomerConversation().methods.listSearch.labels.call(context),
	).rejects.toMatchObject({ message: `This token has no access to account 99: ${words}` });
	await server.close();
	// Without words of the service nothing is claimed.
	expect(
		await errorFor('macro.get', { macro_id: 99999 }, 'account.macro.get', 'unknown-id'),
	).toMatch(
		'Chatwoot answered with status 404 and gave no reason | Macro → Get, HTTP 404. Macro 99999 may not exist in account 3.',
	);
	// Every recorded one: the numbers of its path, and the service's own words.
	const all = allRecordings(release).filter(
		({ request: { path }, response: { status, body } }) =>
			status === 404 &&
			(body as IDataObject | undefined)?.error === words &&
			/accounts\/\d+/.test(path),
	);
	expect(all.length).toBeGreaterThan(100);
	for (const { request, response } of all) {
		const { method, path, body } = request;
		const { message } = refusal(404, response.body, { method, path, body: body as IDataObject });
		for (const [, number] of path.matchAll(/\/(\d+)(?=\/|$)/g))
			expect(message).toMatch(new RegExp(`\\b${number}\\b`));
		expect(message).toMatch(/: Resource could not be found$/);
		expect(message).not.toMatch(/undefined|null|\[object/);
	}
});

onEachRelease('names the record if the platform answers 404', async (release) => {
	const { body } = recording('platform.user.get', 'unknown-id', release).response;
	const node = new CustomerConversationPlatform();
	const { error } = await run('user.get', { user_id: 99999 }, [json(body, 404)], { node });
	expect(error?.description).toContain(
		'This server does not know the endpoint: User 99999 does not exist, or this release or edition does not have the operation.',
	);
});

const refusals = recording('account.label.list', 'transport-rate-limit-general');

/** What every operation here takes for an answer. */
const GOOD = { payload: [{ id: 1 }], meta: { count: 1 } };

/** Runs an operation for as many items; of its calls the service takes so many in the given time. */
async function limited(
	operation: string,
	parameters: IDataObject,
	count: number,
	[most, milliseconds]: [number, number],
) {
	// All that the service allows comes in one minute, however long that takes.
	clock.stop();
	jest.setSystemTime(Date.parse('2026-11-21T12:00:05Z'));
	const requestsIn = new Map<number, number>();
	const server = await listen(() => {
		const window = Math.floor(Date.now() / milliseconds);
		requestsIn.set(window, (requestsIn.get(window) ?? 0) + 1);
		if (requestsIn.get(window)! <= most) return json(GOOD);
		clock.resume();
		const refusal = answerOf(refusals);
		// The service's clock is the one of the test.
		return { ...refusal, headers: { ...refusal.headers, date: new Date().toUTCString() } };
	});
	mockPauses.length = 0;
	const items: INodeExecutionData[] = Array.from({ length: count }, (_, item) => ({
		json: { id: item + 1 },
	}));
	try {
		const { items: out } = await runAt(server.url, operation, parameters, {
			items,
			onError: 'continueRegularOutput',
		});
		const errors = out.flatMap(({ json: { error } }) => (error ? [error as IDataObject] : []));
		return {
			errors,
			pauses: mockPauses.filter(({ milliseconds }) => milliseconds >= 1000),
			received: server.received.length,
		};
	} finally {
		clock.resume();
		await server.close();
	}
}

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

onEachRelease(
	'says that a limit of an hour or a day is reached, and does not wait for it with each item',
	async (release) => {
		const id = '={{ $json.id }}';
		const transcript = { conversation_id: id, email: 'ann@example.com' };
		const limits: Array<[string, IDataObject, [number, number], string]> =
			release === '4.10'
				? [['conversation.sendTranscript', transcript, [30, HOUR], '(30 on 4.10)']]
				: [
						[
							'conversation.sendTranscript',
							transcript,
							[40, HOUR],
							'1,000 requests per hour and account',
						],
						['agent.delete', { agent_id: id }, [50, DAY], '50 requests per day and account'],
					];
		for (const [operation, parameters, most, words] of limits) {
			const count = most[0] + 40;
			const { errors, pauses, received } = await limited(operation, parameters, count, most);
			expect([operation, errors.length]).toEqual([operation, 40]);
			for (const { message, description } of errors) {
				expect(message).toContain('Too many requests: Chatwoot allows ');
				expect(message).toContain(`${words}`);
				expect(description).toContain('Run the remaining items later');
			}
			// One more try in another minute, for those in flight; the rest learn from them.
			expect(minutesOf(pauses)).toBeLessThan(8);
			expect(pauses.length).toBeLessThanOrEqual(30);
			expect(received).toBeLessThanOrEqual(count + 10);
		}
	},
);

const longest = (pauses: Pause[]) => Math.max(...pauses.map(({ milliseconds }) => milliseconds));

onEachRelease('waits for a limit of a minute, and says which it is', async (release) => {
	const id = '={{ $json.id }}';
	const [operation, parameters, most, words]: [string, IDataObject, number, string] =
		release === '4.10'
			? ['contact.search', { q: 'ann', limit: 1 }, 100, '100 requests per minute and account']
			: ['conversation.getCounts', {}, 30, '30 requests per minute, token and account'];
	const { errors, pauses } = await limited(operation, parameters, most + 15, [most, MINUTE]);
	expect(errors).toEqual([]);
	expect(longest(pauses)).toBeGreaterThan(55_000);
	const { errors: limitErrors } = await limited(operation, parameters, 1, [0, MINUTE]);
	expect(limitErrors).toMatchObject([{ message: expect.stringContaining(words) as string }]);
	if (release === '4.10') return;
	const gone = await limited('conversation.delete', { conversation_id: id }, 75, [60, MINUTE]);
	expect(gone.errors).toEqual([]);
	expect(longest(gone.pauses)).toBeGreaterThan(55_000);
});

/** No secrets: what web pages show, and the link for signing in that one asks for. */
const PUBLIC = ['inbox_identifier', 'website_token', 'web_widget_script', 'url'];

function secretsIn(value: unknown, path = ''): string[] {
	if (typeof value === 'string') return /redacted/.test(value) ? [path] : [];
	if (typeof value !== 'object' || value === null) return [];
	return Object.entries(value).flatMap(([key, inner]) =>
		PUBLIC.includes(key) ? [] : secretsIn(inner, `${path}.${key}`),
	);
}

/** Deliveries as they were recorded, and what proves their signatures. */
const deliveries = (release: Release): unknown[] => {
	const folder = join(__dirname, `../../../truth/${release}/recordings/events`);
	return readdirSync(folder).map(
		(file) => JSON.parse(readFileSync(join(folder, file), 'utf8')) as unknown,
	);
};

/** What a value held where `***` stands now. */
function hiddenIn(value: unknown, shown: unknown): unknown[] {
	if (shown === '***') return [value];
	if (typeof value !== 'object' || value === null) return [];
	return Object.entries(value).flatMap(([key, inner]) =>
		hiddenIn(inner, (shown as Record<string, unknown>)[key]),
	);
}

onEachRelease('shows secrets as ***, and nothing if there is none', async (release: Release) => {
	const replies = [
		...allRecordings(release).map(({ response }) => response.body),
		...deliveries(release),
	];
	const found = new Set<string>();
	for (const body of replies) {
		for (const path of secretsIn(body)) found.add(path.split('.').at(-1) ?? '');
		const shown = mask(body);
		expect(secretsIn(shown)).toEqual([]);
		for (const value of hiddenIn(body, shown))
			expect(['{}', '[]', '""', 'null', 'true', 'false']).not.toContain(JSON.stringify(value));
	}
	expect([...found]).toEqual(
		expect.arrayContaining(['access_token', 'hmac_token', 'pubsub_token']),
	);
	if (release === '4.10') return;
	expect([...found]).toContain('secret');
	// Nothing is hidden where there is nothing: the profile of an account without the API.
	const { body } = recording('transport', 'gate-profile', release).response;
	expect(mask(body)).toMatchObject({ access_token: '' });
});
