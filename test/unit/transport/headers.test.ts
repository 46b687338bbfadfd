import type { ICredentialDataDecryptedObject, IDataObject } from 'n8n-workflow';
import {
	NO_PLATFORM_TOKEN,
	NOT_ARRIVED,
	WRONG_TOKEN,
} from '../../../nodes/shared/transport/errors';
import { text } from '../../../nodes/shared/vocabulary/fields/fields';
import { fileUrls } from '../../../nodes/shared/vocabulary/fields/uploads';
import { operation } from '../../../nodes/shared/vocabulary/operation';
import { record } from '../../../nodes/shared/vocabulary/reply';
import { fastClock } from '../../support/clock';
import { json, nodeOf, nodeWith, runAt, TOKEN } from '../../support/run';
import { searching } from '../../support/searching';
import { listen, type Answer, type Received } from '../../support/server';

fastClock();

const LABELS = { payload: [] };
const PROFILE = { id: 1, name: 'Ada', accounts: [{ id: 1, role: 'administrator' }] };

/** The token in a request, as Chatwoot 4.19 reads it. @param passes whether a proxy passes this header */
function tokenIn({ headers }: Received, passes: (name: string) => boolean): string | undefined {
	const { authorization } = headers;
	const bearer = /^Bearer (.*)$/.exec(String(authorization ?? ''))?.[1];
	const names = ['api_access_token', 'api-access-token'].filter((name) => headers[name]);
	const [name] = names.filter(passes);
	return name ? String(headers[name]) : passes('authorization') ? bearer : undefined;
}

/** A stand-in for nginx with its defaults in front of Chatwoot. */
const withHyphens = (name: string) => !name.includes('_');
/** The same for a release before 4.19. */
const before419 = (name: string) => name !== 'authorization';

/** Answers as Chatwoot does behind a proxy. */
const chatwoot =
	(passes: (name: string) => boolean, kind: 'user' | 'bot' | 'platform' = 'user') =>
	(request: Received): Answer => {
		const token = tokenIn(request, passes);
		const { path } = request;
		if (path.startsWith('/platform'))
			return token === TOKEN && kind === 'platform'
				? json({ error: 'Resource could not be found' }, 404)
				: json({ error: NO_PLATFORM_TOKEN }, 401);
		if (!token) return json({ errors: [NOT_ARRIVED] }, 401);
		if (token !== TOKEN) return json({ error: WRONG_TOKEN }, 401);
		if (path !== '/api/v1/profile') return json(LABELS);
		return kind === 'user'
			? json(PROFILE)
			: json({ error: 'Access to this endpoint is not authorized for bots' }, 401);
	};

/** Runs an operation with a credential. @returns also what arrived */
async function sent(
	credentials: ICredentialDataDecryptedObject,
	answer: (request: Received) => Answer = () => json(LABELS),
	{ id = 'label.getAll', items = 1, ...parameters }: IDataObject = {},
) {
	const server = await listen(answer);
	try {
		const outcome = await runAt(server.url, String(id), parameters, {
			credentials,
			items: Array.from({ length: Number(items) }, () => ({ json: {} })),
			onError: 'continueRegularOutput',
		});
		const [item] = outcome.items;
		const fault = (item?.json.error ?? outcome.error) as
			{ message: string; description: string } | undefined;
		const headers = server.received.map((request) => request.headers);
		const calls = server.received.map(({ method, path }) => `${method} ${path}`);
		return { fault, headers, calls, items: outcome.items };
	} finally {
		await server.close();
	}
}

const rows = (...values: Array<[unknown, unknown]>) => ({
	headers: { values: values.map(([name, value]) => ({ name, value })) as IDataObject[] },
});

describe('the token', () => {
	test.each([
		[undefined, 'api_access_token', TOKEN],
		['', 'api_access_token', TOKEN],
		['api_access_token', 'api_access_token', TOKEN],
		['api-access-token', 'api-access-token', TOKEN],
		['authorization', 'authorization', `Bearer ${TOKEN}`],
	])('with the Token Header %j is sent as %s', async (header_spelling, name, value) => {
		const { headers, fault } = await sent({ header_spelling } as ICredentialDataDecryptedObject);
		expect(fault).toBeUndefined();
		const carrying = Object.entries(headers[0]).filter(([, text]) => String(text).includes(TOKEN));
		expect(carrying).toEqual([[name, value]]);
	});

	test.each([
		`Bearer ${TOKEN}`,
		`bearer  ${TOKEN}`,
		` ${TOKEN}\n`,
		`"${TOKEN}"`,
		`' ${TOKEN} '`,
		`api_access_token: ${TOKEN}`,
		`api-access-token:${TOKEN}`,
		`Authorization: Bearer "${TOKEN}"`,
		`"Bearer ${TOKEN}"`,
	])('is understood as it was copied: %j', async (api_access_token) => {
		const { headers } = await sent({ api_access_token });
		expect(headers[0].api_access_token).toBe(TOKEN);
		const bearer = await sent({ api_access_token, header_spelling: 'authorization' });
		expect(bearer.headers[0].authorization).toBe(`Bearer ${TOKEN}`);
	});

	test.each(['two words', 'größe', 'a\nb', 'a\u200bb'])(
		'%j is refused before anything is sent',
		async (api_access_token) => {
			const { fault, calls } = await sent({ api_access_token });
			expect(fault?.message).toBe(
				'API Access Token contains a blank or another character that no token has: copy it again',
			);
			expect(calls).toEqual([]);
		},
	);

	test('an unknown Token Header is refused', async () => {
		const { fault, calls } = await sent({ header_spelling: 'x-token' });
		expect(fault?.message).toBe(
			'Token Header must be one of api_access_token, api-access-token, authorization',
		);
		expect(calls).toEqual([]);
	});
});

describe('a token that does not arrive', () => {
	const DROPPED =
		'A proxy in front of Chatwoot drops the header api_access_token. Choose api-access-token as Token Header in the credential: the token works with it.';

	test.each<[string, ICredentialDataDecryptedObject, (name: string) => boolean, string]>([
		['nginx drops the underscores', {}, withHyphens, DROPPED],
		[
			'the release does not read Authorization',
			{ header_spelling: 'authorization' },
			before419,
			'This release of Chatwoot does not read the header Authorization, or a proxy drops it. Choose api-access-token as Token Header in the credential: the token works with it.',
		],
		[
			'a proxy drops the hyphens',
			{ header_spelling: 'api-access-token' },
			(name) => !name.includes('-'),
			'A proxy in front of Chatwoot drops the header api-access-token. Choose api_access_token as Token Header in the credential: the token works with it.',
		],
	])('names the header to choose: %s', async (_, credentials, passes, advice) => {
		const { fault, calls } = await sent(credentials, chatwoot(passes));
		expect(fault?.message).toBe(NOT_ARRIVED);
		expect(fault?.description).toBe(
			`Label → Get Many, HTTP 401, credential "Credential". ${advice}`,
		);
		expect(calls).toEqual(['GET /api/v1/accounts/1/labels', 'GET /api/v1/profile']);
	});

	test('is tried once for all items of an execution', async () => {
		const { items, calls } = await sent({}, chatwoot(withHyphens), { items: 5 });
		expect(calls.filter((call) => call === 'GET /api/v1/profile')).toHaveLength(1);
		expect(items).toHaveLength(5);
		for (const { json: item } of items)
			expect((item.error as IDataObject).description).toContain(DROPPED);
	});

	test("names the header for a bot's token, which may not read the profile", async () => {
		const { fault } = await sent({}, chatwoot(withHyphens, 'bot'));
		expect(fault?.description).toContain(DROPPED);
	});

	test('says what may be wrong if the other header does not arrive either', async () => {
		const { fault } = await sent(
			{},
			chatwoot(() => false),
		);
		expect(fault?.description).toBe(
			'Label → Get Many, HTTP 401, credential "Credential". The token did not reach Chatwoot: it is empty, or a proxy drops its header. Choose another Token Header in the credential.',
		);
	});

	test('advises nothing if the token is wrong as well', async () => {
		const { fault } = await sent({ api_access_token: 'other-token' }, chatwoot(withHyphens));
		expect(fault?.description).toContain('Choose another Token Header in the credential.');
	});

	test('is named if no account is set, because then the profile is read first', async () => {
		const { fault, calls } = await sent({}, chatwoot(withHyphens), { account_id: '' });
		expect(fault?.message).toBe(NOT_ARRIVED);
		expect(fault?.description).toContain(DROPPED);
		expect(calls).toEqual(['GET /api/v1/profile', 'GET /api/v1/profile']);
	});

	test.each([
		['works as a platform app in another header', 'platform' as const, DROPPED],
		["is a user's", 'user' as const, "This node needs a platform app's token"],
	])('is tried with the platform API: it %s', async (_, kind, words) => {
		const server = await listen(chatwoot(withHyphens, kind));
		try {
			const { error } = await runAt(
				server.url,
				'account.get',
				{ platform_account_id: 7 },
				{ node: nodeWith('platform.account.get') },
			);
			expect(error?.description).toContain(words);
			expect(server.received.map(({ path }) => path).at(-1)).toBe('/platform/api/v1/accounts/0');
		} finally {
			await server.close();
		}
	});
});

describe('additional headers', () => {
	const ACCESS = rows(
		['CF-Access-Client-Id', '1a2b.access'],
		['CF-Access-Client-Secret', 's3cr3t-of-access'],
	);
	const CARRIED = {
		'cf-access-client-id': '1a2b.access',
		'cf-access-client-secret': 's3cr3t-of-access',
		api_access_token: TOKEN,
	};

	test('are sent with the token', async () => {
		const { headers } = await sent(ACCESS);
		expect(headers[0]).toMatchObject(CARRIED);
	});

	test.each([[undefined], [{}], [{ values: [] }], [rows(['', ' ']).headers], ['']])(
		'that are %j are none',
		async (stored) => {
			const { headers, fault } = await sent({ headers: stored } as ICredentialDataDecryptedObject);
			expect(fault).toBeUndefined();
			expect(headers[0].api_access_token).toBe(TOKEN);
		},
	);

	test.each<[unknown, unknown, string, string]>([
		[' X-Key ', ' a b ', 'x-key', 'a b'],
		['X-Key:', 'abc', 'x-key', 'abc'],
		['CF-Access-Client-Id', 'CF-Access-Client-Id: 1.access', 'cf-access-client-id', '1.access'],
		['X-Key', 7, 'x-key', '7'],
		['Authorization', 'Basic YWRhOnB3', 'authorization', 'Basic YWRhOnB3'],
		['Authorization', 'Basic ada:pass: wörd', 'authorization', 'Basic YWRhOnBhc3M6IHfDtnJk'],
		['X-Other', 'Basic ada:pw', 'x-other', 'Basic ada:pw'],
	])('%j with the value %j is sent as %s: %s', async (name, value, title, arrived) => {
		const { headers } = await sent(rows([name, value]));
		expect(headers[0][title]).toBe(arrived);
	});

	test.each<[string, Array<[unknown, unknown]>, string]>([
		['no name', [['', 'abc']], 'entry 1: Name must be the name of a header'],
		['a name with a blank', [['X Key', 'abc']], 'entry 1: Name must be the name of a header'],
		['a name with a line break', [['X-Key\r\nHost', 'a']], 'entry 1: Name must be the name'],
		...[
			...['Accept', 'API_ACCESS_TOKEN', 'api-access-token', 'Connection', 'Content-Encoding'],
			...['Content-Length', 'content-type', 'HOST', 'Transfer-Encoding', 'Expect', 'Upgrade'],
		].map((name): [string, Array<[unknown, unknown]>, string] => [
			name,
			[
				['X-Key', 'abc'],
				[name, 'abc'],
			],
			`entry 2: the node sets the header ${name.toLowerCase()} itself, remove the entry`,
		]),
		[
			'one name twice',
			[
				['x-key', 'a'],
				['X-Key', 'b'],
			],
			'entry 2: an earlier entry has the same name, remove one of them',
		],
		['no value', [['X-Key', ' ']], 'entry 1: Value is empty'],
		['a line break', [['X-Key', 'secret\r\nHost: x']], 'entry 1: Value contains a line break'],
		['a line break in a password', [['Authorization', 'Basic a:secret\nb']], 'entry 1: Value'],
		['an umlaut', [['X-Key', 'secretö']], 'entry 1: Value contains a line break or another'],
	])('are refused before anything is sent: %s', async (_, pairs, text) => {
		const { fault, calls } = await sent(rows(...pairs));
		expect(fault?.message).toContain(`Additional Headers ${text}`);
		expect(fault?.description).toBe('Label → Get Many. Nothing was sent.');
		expect(fault?.message).not.toContain('secret');
		expect(calls).toEqual([]);
	});

	test('have no Authorization if it carries the token', async () => {
		const { fault, calls } = await sent({
			...rows(['authorization', 'Basic YWRhOnB3']),
			header_spelling: 'authorization',
		});
		expect(fault?.message).toContain('the node sets the header authorization itself');
		expect(calls).toEqual([]);
	});

	test.each([
		['the value', 's3cr3t-of-access'],
		['a part of the value', 'YWRhOnMzY3IzdA=='],
		['what was encoded', 's3cr3t-password'],
	])('are masked in errors: %s', async (_, secret) => {
		const credentials = rows(
			['CF-Access-Client-Secret', 's3cr3t-of-access'],
			['X-Auth', 'Token YWRhOnMzY3IzdA=='],
			['Authorization', 'Basic s3cr3t-password:'],
		);
		const { fault } = await sent(credentials, () => json({ error: `no <${secret}>` }, 422));
		expect(fault?.message).toBe('no <***>');
	});

	test('mask no short value, whose letters are in many words', async () => {
		const { fault } = await sent(rows(['X-Zone', 'a']), () => json({ error: 'a fault' }, 422));
		expect(fault?.message).toBe('a fault');
	});

	test('are sent by the lists of the editor', async () => {
		const server = await listen(() => json([{ id: 1, name: 'Support' }]));
		try {
			const { methods } = nodeWith('account.message.create');
			const credentials = { base_url: server.url, api_access_token: TOKEN, ...ACCESS };
			const context = searching(credentials, { account_id: 1 });
			await methods!.listSearch!.teams.call(context);
			expect(server.received[0].headers).toMatchObject(CARRIED);
		} finally {
			await server.close();
		}
	});

	test('are sent without a token by the client credential', async () => {
		const server = await listen(() => json({ source_id: 'a' }));
		try {
			const credentials = { ...ACCESS, inbox_identifier: 'abc', hmac_token: '' };
			const { error } = await runAt(
				server.url,
				'contact.get',
				{ contact_identifier: 'a' },
				{ node: nodeWith('public.contact.get'), credentials },
			);
			expect(error).toBeUndefined();
			const [{ headers }] = server.received;
			expect(headers).toMatchObject({ 'cf-access-client-secret': 's3cr3t-of-access' });
			expect(Object.keys(headers).filter((name) => /token|authorization/.test(name))).toEqual([]);
		} finally {
			await server.close();
		}
	});

	describe('and the origin', () => {
		const node = nodeOf(
			operation({
				name: 'Send',
				action: 'Send',
				gives: 'What was stored',
				request: 'POST /messages',
				body: [text('content'), fileUrls('file_urls', { as: 'attachments[]', megabytes: 1 })],
				reply: record(),
			}),
		);
		const secretsIn = ({ headers }: Received) =>
			Object.keys(headers).filter((name) => name in CARRIED);

		test('are not sent with File URLs, not even to the server of the credential', async () => {
			const server = await listen(({ path }) =>
				path === '/messages'
					? json({ id: 1 })
					: { status: 200, headers: { 'content-type': 'image/png' }, body: 'x' },
			);
			try {
				const file_urls = [`${server.url}/photo.png`];
				const fields = { content: 'Hi', file_urls };
				const { error } = await runAt(server.url, 'test.run', fields, {
					node,
					credentials: ACCESS,
				});
				expect(error).toBeUndefined();
				expect(server.received.map(({ path }) => path)).toEqual(['/photo.png', '/messages']);
				expect(server.received.map((request) => secretsIn(request).length)).toEqual([0, 3]);
			} finally {
				await server.close();
			}
		});

		test('are sent with a file of the origin, and not after a redirect elsewhere', async () => {
			const storage = await listen(() => ({ status: 200, body: 'file' }));
			const server = await listen(({ path }) => ({
				status: 302,
				headers: { location: path === '/blob' ? `${storage.url}/blob` : '/blob' },
			}));
			try {
				const { error } = await runAt(
					server.url,
					'message.downloadAttachments',
					{ download: 'url', data_url: `${server.url}/start` },
					{ credentials: ACCESS },
				);
				expect(error).toBeUndefined();
				expect(server.received.map(({ path }) => path)).toEqual(['/start', '/blob']);
				for (const request of server.received) expect(secretsIn(request)).toHaveLength(3);
				expect(storage.received.map(secretsIn)).toEqual([[]]);
			} finally {
				await Promise.all([server.close(), storage.close()]);
			}
		});
	});
});

describe('a gateway in front of Chatwoot', () => {
	const PAGE = '<html><head><title>Forbidden</title></head></html>';
	const BASIC = { 'www-authenticate': 'Basic realm="x"', 'content-type': 'text/html' };

	test.each<[string, Answer, string]>([
		[
			'requires a name and a password',
			{ status: 401, headers: BASIC, body: PAGE },
			'It requires a name and a password: add the header Authorization with the value Basic name:password in Additional Headers of the credential.',
		],
		[
			'refuses with a page',
			{ status: 403, body: PAGE },
			'If it requires headers, add them in Additional Headers of the credential. It may also block requests like this one, as a firewall does.',
		],
	])('is named if it %s', async (_, answer, hint) => {
		const { fault, calls } = await sent({}, () => answer);
		expect(fault?.message).toBe('A gateway in front of Chatwoot did not let the request through');
		expect(fault?.description).toContain(`. ${hint}`);
		expect(calls).toHaveLength(1);
	});

	test.each([
		'https://team.cloudflareaccess.com/cdn-cgi/access/login/chat.example.com?kid=1',
		'https://sso.example.com/oauth2/authorize?client_id=1',
	])('is named if it redirects to its login page: %s', async (location) => {
		const { fault } = await sent({}, () => ({ status: 302, headers: { location } }));
		expect(fault?.description).toContain(
			`It redirects to a login page at ${new URL(location).origin}: enter the headers that it accepts instead`,
		);
	});

	test('is named if a file leads to its login page', async () => {
		const page = { status: 200, headers: { 'content-type': 'text/html' }, body: '<html>Log in' };
		const login = await listen(() => page);
		const location = `${login.url}/cdn-cgi/access/login/x`;
		const server = await listen(() => ({ status: 302, headers: { location } }));
		try {
			const { error } = await runAt(server.url, 'message.downloadAttachments', {
				download: 'url',
				data_url: `${server.url}/blob`,
			});
			expect(error?.message).toBe(`Chatwoot redirects to ${location}`);
			expect(error?.description).toContain(`It redirects to a login page at ${login.url}`);
		} finally {
			await Promise.all([server.close(), login.close()]);
		}
	});

	test('is not named for a refusal in the words of Chatwoot', async () => {
		const { fault } = await sent({}, () => json({ error: 'Not in the plan' }, 403));
		expect(fault?.message).toBe('Not in the plan');
	});
});
