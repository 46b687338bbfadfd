import { CredentialTestContext, ExecuteContext } from 'n8n-core';
import {
	createRunExecutionData,
	Workflow,
	type ICredentialDataDecryptedObject,
	type ICredentialsDecrypted,
	type ICredentialTestFunctions,
	type IHttpRequestOptions,
	type INode,
	type INodeCredentialTestResult,
	type INodeTypes,
	type IWorkflowExecuteAdditionalData,
} from 'n8n-workflow';
import { CustomerConversationApi } from '../../../credentials/CustomerConversationApi.credentials';
import { CustomerConversationClientApi } from '../../../credentials/CustomerConversationClientApi.credentials';
import { credentialTest } from '../../../nodes/shared/editor/credentialTest';
import { baseUrl } from '../../../nodes/shared/transport/address';
import { nodes } from '../../../truth/surfaces';
import { recorded } from '../../support/faults';
import { listen, type Answer, type Received } from '../../support/server';

const TOKEN = 'tok-3f9a7c51d2e84b06';
const HMAC = 'hmac-9b1e60c7a2';
const GATEWAY = { headers: { values: [{ name: 'X-Key', value: 'key-of-the-gateway' }] } };

describe('baseUrl', () => {
	test.each([
		['https://x.example', 'https://x.example'],
		['  https://x.example \n', 'https://x.example'],
		['https://x.example/', 'https://x.example'],
		['https://x.example///', 'https://x.example'],
		['https://x.example/app', 'https://x.example'],
		['https://x.example/app/', 'https://x.example'],
		['https://x.example/app/login?redirect=1#top', 'https://x.example'],
		['https://x.example/app/accounts/1/dashboard', 'https://x.example'],
		['https://x.example//app//accounts/1', 'https://x.example'],
		['https://x.example/api', 'https://x.example'],
		['https://x.example/api/v1', 'https://x.example'],
		['https://x.example/api/v1/', 'https://x.example'],
		['https://x.example/api/v1/accounts/3', 'https://x.example'],
		['https://x.example/platform/api/v1', 'https://x.example'],
		['https://x.example/public/api/v1/inboxes/abc', 'https://x.example'],
		['HTTPS://X.Example/app', 'https://x.example'],
		['http://localhost:3000', 'http://localhost:3000'],
		['http://localhost:3000/app/accounts/1', 'http://localhost:3000'],
		['http://[::1]:3000/api', 'http://[::1]:3000'],
		['https://x.example/chat', 'https://x.example/chat'],
		['https://x.example/chat/', 'https://x.example/chat'],
		['https://x.example/chat//desk/', 'https://x.example/chat/desk'],
		['https://x.example/chat/app/accounts/1', 'https://x.example/chat'],
		['https://x.example:8443/chat/api/v1/accounts/3', 'https://x.example:8443/chat'],
		['https://x.example/application', 'https://x.example/application'],
		['https://x.example/api-desk/app', 'https://x.example/api-desk'],
	])('%j is %s', (typed, cleaned) => {
		expect(baseUrl(typed)).toBe(cleaned);
	});

	test.each([
		['', 'The base URL in the credential is empty'],
		['   ', 'The base URL in the credential is empty'],
		[undefined, 'The base URL in the credential is empty'],
		[null, 'The base URL in the credential is empty'],
		['x.example', 'The base URL must begin with https:// or http://'],
		['//x.example', 'The base URL must begin with https:// or http://'],
		['ftp://x.example', 'The base URL must begin with https:// or http://'],
		['https:x.example', 'The base URL must begin with https:// or http://'],
		['https://', 'The base URL is not a valid URL such as https://app.example.com'],
		['https://x example', 'The base URL is not a valid URL such as https://app.example.com'],
		['http://x.example:port', 'The base URL is not a valid URL such as https://app.example.com'],
		['https:\\\\x.example', 'The base URL must begin with https:// or http://'],
		['https://x.example\\api', 'The base URL must not contain backslashes, tabs or line breaks'],
		['https://x.example:0', 'The base URL must not have the port 0'],
		['https://user@x.example', 'The base URL must not contain a user name or password'],
		['https://user:password@x.example', 'The base URL must not contain a user name or password'],
		['https://:password@x.example', 'The base URL must not contain a user name or password'],
	])('%j is refused', (typed, text) => {
		expect(() => baseUrl(typed)).toThrow(new Error(text));
	});
});

describe('authenticate', () => {
	const credential = new CustomerConversationApi();
	const stored = {
		base_url: 'https://x.example/chat/app/accounts/1',
		api_access_token: TOKEN,
		account_id: '',
		header_spelling: 'api_access_token',
	};
	const authenticate = async (
		request: Partial<IHttpRequestOptions>,
		data: ICredentialDataDecryptedObject = stored,
	) => await credential.authenticate(data, request as IHttpRequestOptions);

	test.each(['api_access_token', 'api-access-token'])(
		'adds the token in the header %s',
		async (header_spelling) => {
			const request = { url: 'https://x.example/chat/api/v1/profile' };
			const { headers } = await authenticate(request, { ...stored, header_spelling });
			expect(headers).toEqual({ [header_spelling]: TOKEN });
		},
	);

	test.each(['', undefined])(
		'spells the header with underscores where the credential says %j',
		async (header_spelling) => {
			const request = { url: 'https://x.example/chat/api/v1/profile' };
			const { headers } = await authenticate(request, {
				...stored,
				header_spelling: header_spelling as string,
			});
			expect(headers).toEqual({ api_access_token: TOKEN });
		},
	);

	test('keeps the other headers and everything else of the request', async () => {
		const request: IHttpRequestOptions = {
			method: 'POST',
			url: 'https://x.example/chat/api/v1/profile',
			headers: { Accept: 'application/json', 'X-Other': '1' },
			qs: { page: 2 },
			body: { name: 'Ada' },
			timeout: 5_000,
		};
		const before = structuredClone(request);
		expect(await authenticate(request)).toEqual({
			...before,
			headers: { ...before.headers, api_access_token: TOKEN },
		});
		expect(request).toEqual(before);
	});

	test.each([
		{ url: 'https://x.example' },
		{ url: 'https://x.example:443/elsewhere' },
		{ url: 'HTTPS://X.EXAMPLE/chat/api/v1/profile' },
		{ url: '/api/v1/profile', baseURL: 'https://x.example/chat' },
		{ url: 'api/v1/profile', baseURL: 'https://x.example/chat/' },
		{ url: 'https://x.example/chat/api', baseURL: 'https://y.example' },
	])('sends the token to the own origin: %j', async (request) => {
		const { headers } = await authenticate(request);
		expect(headers).toEqual({ api_access_token: TOKEN });
	});

	test.each([
		{ url: 'https://y.example/chat/api/v1/profile' },
		{ url: 'http://x.example/chat/api/v1/profile' },
		{ url: 'https://x.example:8443/chat/api/v1/profile' },
		{ url: 'https://x.example.y.example/' },
		{ url: 'https://x.example@y.example/' },
		{ url: '/api/v1/profile', baseURL: 'https://y.example' },
		{ url: 'https://y.example/', baseURL: 'https://x.example/chat' },
		{ url: '//y.example/', baseURL: 'https://x.example/chat' },
	])('refuses a foreign origin in words without the token: %j', async (request) => {
		const refusal = await authenticate(request).catch((error: unknown) => error as Error);
		expect(refusal).toBeInstanceOf(Error);
		const { message } = refusal as Error;
		expect(message).toBe(
			'This credential can only be used for https://x.example: its token is not sent to other servers',
		);
		expect(message).not.toContain(TOKEN);
	});

	/** n8n's two ways to send with a credential; the HTTP Request node takes the older, with `uri`. */
	describe('in the request helpers of n8n', () => {
		const { name } = credential;
		const node: INode = {
			id: 'node',
			name: 'HTTP Request',
			type: 'n8n-nodes-base.httpRequest',
			typeVersion: 4.2,
			position: [0, 0],
			parameters: {},
		};
		const credentialsHelper = {
			getParentTypes: () => [],
			preAuthentication: async () => undefined,
			authenticate: async (
				data: ICredentialDataDecryptedObject,
				_: string,
				options: IHttpRequestOptions,
			) => await credential.authenticate(data, options),
		};
		const input = { main: [[{ json: {} }]] };
		const context = new ExecuteContext(
			new Workflow({
				nodes: [],
				connections: {},
				active: false,
				nodeTypes: {} as INodeTypes,
			}),
			node,
			{ credentialsHelper } as unknown as IWorkflowExecuteAdditionalData,
			'manual',
			createRunExecutionData({}),
			0,
			input.main[0],
			input,
			{ node, data: input, source: null },
			[],
		);
		const { helpers } = context;
		const using = (base_url: string) => ({
			credentialsDecrypted: { id: '1', name, type: name, data: { ...stored, base_url } },
		});

		/** Sends a GET of `/api/v1/profile` at an address with the credential for another. */
		type Send = (root: string, credentialFor: string) => Promise<unknown>;
		const url: Send = async (root, credentialFor) =>
			await helpers.httpRequestWithAuthentication.call(
				context,
				name,
				{ url: `${root}/api/v1/profile` },
				using(credentialFor),
			);
		const relative: Send = async (root, credentialFor) =>
			await helpers.httpRequestWithAuthentication.call(
				context,
				name,
				{ url: '/api/v1/profile', baseURL: root },
				using(credentialFor),
			);
		const uri: Send = async (root, credentialFor) =>
			await helpers.requestWithAuthentication.call(
				context,
				name,
				{ uri: `${root}/api/v1/profile`, json: true },
				using(credentialFor),
			);

		describe.each([
			['an absolute url', url],
			['a relative url with baseURL', relative],
			['the absolute uri of the HTTP Request node', uri],
		])('%s', (_, send) => {
			test('arrives with the token', async () => {
				const server = await listen(() => answerOf('auth-profile-user-admin'));
				try {
					const body = await send(server.url, server.url);
					expect(server.received.map(({ path }) => path)).toEqual(['/api/v1/profile']);
					expect(server.received[0].headers.api_access_token).toBe(TOKEN);
					expect(body).toMatchObject({ id: 23, accounts: [{ id: 8 }] });
				} finally {
					await server.close();
				}
			});

			test('is not sent to a foreign origin', async () => {
				const server = await listen(() => answerOf('auth-profile-user-admin'));
				try {
					await expect(send(server.url, 'https://x.example')).rejects.toThrow(
						'This credential can only be used for https://x.example: its token is not sent to other servers',
					);
					expect(server.received).toEqual([]);
				} finally {
					await server.close();
				}
			});
		});
	});

	test('both credentials offer the countries by name, with their calling codes', () => {
		for (const Credential of [CustomerConversationApi, CustomerConversationClientApi]) {
			const field = new Credential().properties.find(({ name }) => name === 'default_country');
			expect(field).toMatchObject({ default: '', type: 'options' });
			const [none, ...countries] = field?.options as Array<{ name: string; value: string }>;
			expect(none.value).toBe('');
			expect(countries).toContainEqual({ name: 'Brazil (+55)', value: 'BR' });
			for (const { name } of countries) expect(name).toMatch(/^\S.* \(\+\d{1,3}\)$/);
		}
	});

	test('the client credential sends no API token, even if one is stored', async () => {
		const client = new CustomerConversationClientApi();
		expect(client.properties.map(({ name }) => name)).toEqual([
			'base_url',
			'inbox_identifier',
			'hmac_token',
			'default_country',
			'headers',
		]);
		const request = { url: 'https://x.example/chat/public/api/v1/inboxes/a' };
		expect((await client.authenticate({ ...stored, ...GATEWAY }, request)).headers).toEqual({
			'X-Key': 'key-of-the-gateway',
		});
		await expect(client.authenticate(stored, { url: 'https://y.example' })).rejects.toThrow(
			'This credential can only be used for https://x.example: its headers are not sent to other servers',
		);
	});
});

const answerOf = (name: string, operation = 'transport') => recorded(operation, name);

const ADDRESS = 'GET /api';
const PROFILE = 'GET /api/v1/profile';
const PLATFORM = 'GET /platform/api/v1/accounts/0';
const BOT = 'POST /api/v1/accounts/8/conversations/0/messages';
const ALL = [ADDRESS, PROFILE, PLATFORM, BOT];

/** Runs a credential test in n8n's own context, with its request helper, over a real connection. */
const run = async (
	test: keyof typeof credentialTest,
	data?: ICredentialDataDecryptedObject,
): Promise<INodeCredentialTestResult> =>
	await credentialTest[test].call(new CredentialTestContext(), {
		id: '1',
		name: 'Credential',
		type: 'customerConversationApi',
		...(data ? { data } : {}),
	});

const keyOf = ({ method, path }: Received) => `${method} ${path}`;

/** @param replies `METHOD /path` → a recorded reply; everything else is answered by an error */
async function against(
	replies: Record<string, Answer>,
	test: keyof typeof credentialTest,
	data: ICredentialDataDecryptedObject,
) {
	const server = await listen(
		(request) => replies[keyOf(request)] ?? { status: 500, body: 'not a call of the test' },
	);
	try {
		const result = await run(test, { base_url: server.url, ...data });
		return { ...result, url: server.url, received: server.received };
	} finally {
		await server.close();
	}
}

const repliesOf = (names: Record<string, string>) =>
	Object.fromEntries(Object.entries(names).map(([key, name]) => [key, answerOf(name)]));

const everywhere = (answer: Answer) => Object.fromEntries(ALL.map((key) => [key, answer]));

const API = {
	api_access_token: TOKEN,
	account_id: '8',
	header_spelling: 'api_access_token',
};

const version = { [ADDRESS]: 'auth-base-version' };

/** Whose it is, the answers, what is asked, and what the token opens. */
const KINDS: Array<[string, Record<string, string>, string[], string]> = [
	[
		"an administrator's token",
		{ ...version, [PROFILE]: 'auth-profile-user-admin' },
		[ADDRESS, PROFILE],
		'the token of Ada Admin, an administrator',
	],
	[
		"an agent's token",
		{ ...version, [PROFILE]: 'auth-profile-user-agent' },
		[ADDRESS, PROFILE],
		'the token of Grace Agent, an agent: no reports, no settings, no trigger',
	],
	[
		"a platform app's token",
		{
			...version,
			[PROFILE]: 'auth-profile-platform',
			[PLATFORM]: 'auth-probe-platform-with-platform',
		},
		[ADDRESS, PROFILE, PLATFORM],
		"a platform app's token, for the Platform node only",
	],
	[
		"a bot's token",
		{
			...version,
			[PROFILE]: 'auth-profile-bot',
			[PLATFORM]: 'auth-probe-platform-with-bot',
			[BOT]: 'auth-bot-probe-bot',
		},
		ALL,
		"a bot's token, for messages and conversations only",
	],
];

/** What is wrong, the server's answers, the text where {url} is the address. */
const WRONG: Array<[string, Record<string, Answer>, string]> = [
	[
		'a token that nobody owns',
		repliesOf({
			...version,
			[PROFILE]: 'auth-profile-wrong-token',
			[PLATFORM]: 'auth-probe-platform-with-none',
			[BOT]: 'auth-bot-probe-wrong-token',
		}),
		'The token is wrong: Chatwoot says "Invalid Access Token". Copy it again from Profile Settings → Access Token',
	],
	[
		'a header that a proxy drops',
		repliesOf({
			...version,
			[PROFILE]: 'auth-profile-no-header',
			[PLATFORM]: 'auth-probe-platform-with-none',
			[BOT]: 'auth-bot-endpoint-none',
		}),
		'The token did not reach Chatwoot: it is empty, or a proxy drops its header (choose another Token Header)',
	],
	[
		"a bot's token of another account",
		repliesOf({
			...version,
			[PROFILE]: 'auth-profile-bot-of-other-account',
			[PLATFORM]: 'auth-probe-platform-with-bot',
			[BOT]: 'auth-bot-probe-bot-of-other-account',
		}),
		"This is a bot's token, but the bot belongs to another account: correct the account",
	],
	[
		'a redirect',
		everywhere(answerOf('auth-base-app')),
		'{url} redirects elsewhere: enter the address that it redirects to (probably https)',
	],
	[
		'another web server, which answers 200 with pages',
		everywhere(answerOf('auth-base-other-host')),
		'{url} answers, but it is not Chatwoot: check the base URL (without /app or /api)',
	],
];

/** More ways for an address to be another one. */
const NOT_THE_SERVICE: Array<[string, Answer]> = [
	['a 404 page', answerOf('auth-base-api-v1-n8n-accept')],
	['a 404 in JSON', answerOf('auth-base-api')],
	['an empty 200', { status: 200 }],
	['JSON without a version', { status: 200, body: '{"status":"ok"}' }],
	['JSON null', { status: 200, headers: { 'content-type': 'application/json' }, body: 'null' }],
	['a version beside 503', { status: 503, body: '{"version":"4.10.0"}' }],
];

const closedPort = async () => {
	const server = await listen(() => ({ status: 200 }));
	await server.close();
	return server.url;
};

describe('the test of the API credential', () => {
	test.each(KINDS)('passes %s, and says what it opens', async (_, names, requests, opens) => {
		const { status, message, received } = await against(repliesOf(names), 'testApi', API);
		expect({ status, message }).toEqual({
			status: 'OK',
			message: `Connection successful: ${opens}`,
		});
		expect(received.map(keyOf)).toEqual(requests);
	});

	test.each(['api_access_token', 'api-access-token'])(
		'sends the token in the header %s, but not to /api',
		async (header_spelling) => {
			const [, names] = KINDS[3];
			const { received } = await against(repliesOf(names), 'testApi', { ...API, header_spelling });
			const tokens = received.map(({ headers }) =>
				Object.entries(headers).filter(([, value]) => String(value).includes(TOKEN)),
			);
			const sent = [[header_spelling, TOKEN]];
			expect(tokens).toEqual([[], sent, sent, sent]);
			expect(received.every(({ headers }) => headers.accept === 'application/json')).toBe(true);
			expect(received.flatMap(({ path, query }) => [path, ...query.flat()]).join()).not.toContain(
				TOKEN,
			);
		},
	);

	test.each([
		['a user', 'auth-profile-user-admin'],
		['a bot', 'auth-profile-bot'],
		['a platform app', 'auth-profile-platform'],
	])('names the header with which the token of %s arrives', async (_, name) => {
		const server = await listen(({ path, headers }) =>
			path === '/api'
				? answerOf('auth-base-version')
				: answerOf(headers['api-access-token'] === TOKEN ? name : 'auth-profile-no-header'),
		);
		try {
			expect(await run('testApi', { ...API, base_url: server.url })).toEqual({
				status: 'Error',
				message:
					'A proxy in front of Chatwoot drops the header api_access_token. Choose api-access-token as Token Header in the credential: the token works with it',
			});
			expect(server.received.map(keyOf)).toEqual([ADDRESS, PROFILE, PROFILE]);
		} finally {
			await server.close();
		}
	});

	test('sends the additional headers with every request', async () => {
		const [, names] = KINDS[3];
		const { status, received } = await against(repliesOf(names), 'testApi', { ...API, ...GATEWAY });
		expect(status).toBe('OK');
		expect(received.map(({ headers }) => headers['x-key'])).toEqual(
			ALL.map(() => 'key-of-the-gateway'),
		);
	});

	test('masks the additional headers', async () => {
		const refusal = { status: 401, body: '{"error":"no key-of-the-gateway"}' };
		const { message } = await against(
			{ ...everywhere(refusal), [ADDRESS]: answerOf('auth-base-version') },
			'testApi',
			{ ...API, ...GATEWAY },
		);
		expect(message).toContain('Chatwoot says "no ***"');
	});

	test.each<[Answer, string]>([
		[
			{ status: 401, headers: { 'www-authenticate': 'Basic realm="x"' } },
			'It requires a name and a password: add the header Authorization with the value Basic name:password in Additional Headers of the credential.',
		],
		[
			{ status: 302, headers: { location: 'https://a.cloudflareaccess.com/cdn-cgi/access' } },
			'It redirects to a login page at https://a.cloudflareaccess.com: enter the headers that it accepts instead, such as those of Cloudflare Access, in Additional Headers of the credential.',
		],
	])('names a gateway that requires headers: %j', async (answer, text) => {
		for (const test of ['testApi', 'testClientApi'] as const) {
			const { message, url } = await against(everywhere(answer), test, API);
			expect(message).toBe(`${url} is behind a gateway that did not let n8n through. ${text}`);
		}
	});

	test('tries a bot on conversation 0 and sends nothing that could be written', async () => {
		const [, names] = KINDS[3];
		const { received } = await against(repliesOf(names), 'testApi', API);
		const posted = received.filter(({ method }) => method !== 'GET');
		expect(posted.map(keyOf)).toEqual([BOT]);
		expect(posted[0].body.toString()).toBe('');
	});

	test.each(['', '  ', undefined])('takes %j as no default account', async (account_id) => {
		const { [BOT]: _, ...names } = KINDS[3][1];
		const without = 'POST /api/v1/accounts/0/conversations/0/messages';
		const { status, received } = await against(
			repliesOf({ ...names, [without]: 'auth-account-unknown-account' }),
			'testApi',
			{ ...API, account_id: account_id as string },
		);
		expect(received.map(keyOf)).toEqual([ADDRESS, PROFILE, PLATFORM, without]);
		expect(status).toBe('OK');
	});

	test.each(WRONG)('says what is wrong: %s', async (_, replies, text) => {
		const { status, message, url } = await against(replies, 'testApi', API);
		expect({ status, message }).toEqual({ status: 'Error', message: text.replace('{url}', url) });
		expect(message).not.toContain(TOKEN);
	});

	test('takes no page for a profile', async () => {
		const { status } = await against(
			repliesOf({
				...version,
				[PROFILE]: 'auth-base-other-host',
				[PLATFORM]: 'auth-probe-platform-with-none',
				[BOT]: 'auth-bot-probe-wrong-token',
			}),
			'testApi',
			API,
		);
		expect(status).toBe('Error');
	});

	test.each([
		['/platform', 'a platform app', PLATFORM],
		['conversations', 'a bot', BOT],
	])('takes no 404 page of a proxy that hides %s for %s', async (_, __, hidden) => {
		const { status, message } = await against(
			repliesOf({
				...version,
				[PROFILE]: 'auth-profile-wrong-token',
				[PLATFORM]: 'auth-probe-platform-with-none',
				[BOT]: 'auth-bot-probe-wrong-token',
				[hidden]: 'auth-base-api-v1-n8n-accept',
			}),
			'testApi',
			API,
		);
		expect({ status, message }).toEqual({
			status: 'Error',
			message:
				'The token is wrong: Chatwoot says "Invalid Access Token". Copy it again from Profile Settings → Access Token',
		});
	});

	test('says the status where the service says nothing', async () => {
		const replies = { ...everywhere({ status: 403 }), [ADDRESS]: answerOf('auth-base-version') };
		const { message } = await against(replies, 'testApi', API);
		expect(message).toBe(
			'The token is wrong: Chatwoot says "403". Copy it again from Profile Settings → Access Token',
		);
	});

	test('has a text of its own for each wrong thing', () => {
		expect(new Set(WRONG.map(([, , text]) => text)).size).toBe(WRONG.length);
	});

	test.each(NOT_THE_SERVICE)('takes %s for another server', async (_, answer) => {
		const { status, message, url, received } = await against(everywhere(answer), 'testApi', API);
		expect({ status, message }).toEqual({
			status: 'Error',
			message: `${url} answers, but it is not Chatwoot: check the base URL (without /app or /api)`,
		});
		expect(received.map(keyOf)).toEqual([ADDRESS]);
	});

	test('follows no redirect, and shows the token to no server that redirects', async () => {
		const { received } = await against(everywhere(answerOf('auth-base-app')), 'testApi', API);
		expect(received.map(keyOf)).toEqual([ADDRESS]);
		expect(JSON.stringify(received)).not.toContain(TOKEN);
	});

	test('names the address where nothing answers', async () => {
		const base_url = await closedPort();
		expect(await run('testApi', { ...API, base_url })).toEqual({
			status: 'Error',
			message: `Nothing answers at this address: ${base_url}`,
		});
	});

	test.each([
		['no base URL', { base_url: '' }, 'The base URL in the credential is empty'],
		['no scheme', { base_url: 'x.example' }, 'must begin with https:// or http://'],
		[
			'a password',
			{ base_url: 'https://a:b@x.example' },
			'must not contain a user name or password',
		],
		...['abc', '0', '-1', '1.5'].map((account_id): [string, object, string] => [
			`the default account ${account_id}`,
			{ base_url: 'https://x.example', account_id },
			`The default account ID must be a number, not "${account_id}"`,
		]),
	])('refuses %s before anything is sent', async (_, data, text) => {
		const { status, message } = await run('testApi', { ...API, ...data });
		expect(status).toBe('Error');
		expect(message).toContain(text);
		expect(message).not.toContain(TOKEN);
	});

	test('answers in words where the credential is empty', async () => {
		expect(await run('testApi')).toEqual({
			status: 'Error',
			message: 'The base URL in the credential is empty',
		});
	});

	test.each([
		['the service repeats it', TOKEN, `${TOKEN} is no token`],
		['it cannot stand in a header', `${TOKEN}\n`, 'Invalid Access Token'],
	])('shows no token where %s', async (_, api_access_token, error) => {
		const refusal = { status: 401, body: JSON.stringify({ error }) };
		const replies = { ...everywhere(refusal), [ADDRESS]: answerOf('auth-base-version') };
		const { status, message } = await against(replies, 'testApi', { ...API, api_access_token });
		expect(status).toBe('Error');
		expect(message).not.toContain(TOKEN);
	});
});

describe('the test of the client credential', () => {
	const CLIENT = { hmac_token: HMAC };

	test('passes the address of the service, without the HMAC token', async () => {
		const { status, received } = await against(repliesOf(version), 'testClientApi', CLIENT);
		expect(status).toBe('OK');
		expect(received.map(keyOf)).toEqual([ADDRESS]);
		const [{ headers, query, body }] = received;
		expect(JSON.stringify([headers, query, body.toString()])).not.toContain(HMAC);
		expect(Object.keys(headers).filter((name) => /token/i.test(name))).toEqual([]);
	});

	test.each<[string, Answer, string | undefined]>([
		['an API inbox', answerOf('ok', 'public.inbox.get'), undefined],
		['no API inbox', answerOf('unknown-id', 'public.inbox.get'), 'No API inbox has the identifier'],
		['a page', answerOf('auth-base-other-host'), 'No API inbox has the identifier'],
	])('looks the default inbox up: %s', async (_, answer, text) => {
		const inbox = 'GET /public/api/v1/inboxes/a%2Fb%2E1';
		const { status, message, received } = await against(
			{ ...repliesOf(version), [inbox]: answer },
			'testClientApi',
			{ ...CLIENT, inbox_identifier: ' a/b.1 ' },
		);
		expect(received.map(keyOf)).toEqual([ADDRESS, inbox]);
		expect(status).toBe(text ? 'Error' : 'OK');
		if (text) expect(message).toContain(text);
	});

	test.each(WRONG.filter(([, , text]) => text.startsWith('{url}')))(
		'says what is wrong: %s',
		async (_, replies, text) => {
			const { status, message, url } = await against(replies, 'testClientApi', CLIENT);
			expect({ status, message }).toEqual({ status: 'Error', message: text.replace('{url}', url) });
		},
	);

	test('names the address where nothing answers', async () => {
		const base_url = await closedPort();
		expect(await run('testClientApi', { ...CLIENT, base_url })).toEqual({
			status: 'Error',
			message: `Nothing answers at this address: ${base_url}`,
		});
	});

	test('answers in words where the credential is empty', async () => {
		expect(await run('testClientApi')).toEqual({
			status: 'Error',
			message: 'The base URL in the credential is empty',
		});
	});
});

describe.each(Object.entries(nodes))('the node %s', (_, { surface, type }) => {
	test('names the test of its credential, and carries it', async () => {
		const { description, methods } = new type();
		const [name, testedBy] =
			surface === 'public'
				? ([new CustomerConversationClientApi().name, 'testClientApi'] as const)
				: ([new CustomerConversationApi().name, 'testApi'] as const);
		expect(description.credentials).toEqual([{ name, required: true, testedBy }]);
		const context = { helpers: {} } as ICredentialTestFunctions;
		const nothing = { data: {} } as ICredentialsDecrypted;
		const carried = methods?.credentialTest?.[testedBy] as (typeof credentialTest)['testApi'];
		expect(await carried.call(context, nothing)).toEqual(
			await credentialTest[testedBy].call(context, nothing),
		);
	});
});
