import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { IDataObject } from 'n8n-workflow';
import { check } from '../../../live/check';
import { judged, type Judged } from '../../../live/operations';
import type { Server } from '../../../live/server';
import { startSandbox } from '../../../sandbox/server';
import { recording, releases, type Release } from '../../../truth/recordings';
import { recorded } from '../../support/faults';
import { json } from '../../support/run';
import { listen, type Answer, type Received } from '../../support/server';

// The program loads n8n, which takes its time where the machine has other work.
jest.setTimeout(60_000);

const TOKEN = 'tok-3f9a7c51d2e84b06';
const PLATFORM_TOKEN = 'app-77c1f0a9be52';

const VERSION = 'GET /api';
const PROFILE = 'GET /api/v1/profile';
const PLATFORM = 'GET /platform/api/v1/accounts/0';
const LIST = 'GET /platform/api/v1/accounts';

/** Of localhost, from 2020 to 2119. The key belongs to nothing else. */
const SELF_SIGNED = {
	key: `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgIN2yjBW9y0hHoPKM
QNqwSFTn8N5LOiMmpGcC7s0EhQGhRANCAASlQdnwtul1veve2MteQhCsytA2Mao/
XkWK3l/0d1ErICSyY/sBmiBqxP4ckFABjhOErkG2KEWUcCVGhs/Y0U4I
-----END PRIVATE KEY-----`,
	cert: `-----BEGIN CERTIFICATE-----
MIIBEjCBuAIBATAKBggqhkjOPQQDAjAUMRIwEAYDVQQDDAlsb2NhbGhvc3QwIBcN
MjAwMTAxMDAwMDAwWhgPMjEyMDAxMDEwMDAwMDBaMBQxEjAQBgNVBAMMCWxvY2Fs
aG9zdDBZMBMGByqGSM49AgEGCCqGSM49AwEHA0IABKVB2fC26XW9697Yy15CEKzK
0DYxqj9eRYreX/R3USsgJLJj+wGaIGrE/hyQUAGOE4SuQbYoRZRwJUaGz9jRTggw
CgYIKoZIzj0EAwIDSQAwRgIhAJGxxdQq+YagjCBc2xfmuDrHBY5R02KuTTcwOo0W
KG+wAiEAk1PxaNaPjZE0mdzCTp5SGu1togYTxJGusdqqwXaBIh0=
-----END CERTIFICATE-----`,
};

/** What a server answers, by method and path. */
type Replies = Record<string, Answer>;

const HTML: Answer = {
	status: 404,
	headers: { 'content-type': 'text/html' },
	body: '<!DOCTYPE html>',
};

/** A recorded server with a user's token. @param who `admin` or `agent` */
function userAt(release: Release, who: 'admin' | 'agent', more: IDataObject = {}): Replies {
	const { body } = recording('transport', `auth-profile-user-${who}`, release).response;
	const profile = body as { accounts: IDataObject[] };
	const [membership] = profile.accounts;
	const account = `GET /api/v1/accounts/${String(membership.id)}`;
	return {
		[VERSION]: recorded('transport', 'transport-api-root', release),
		[PROFILE]: json({ ...profile, accounts: [{ ...membership, ...more }] }),
		[account]: recorded('account.account.get', 'ok', release),
		[`${account}/sla_policies`]: recorded('account.sla_policy.list', 'ok', release),
	};
}

const keyOf = ({ method, path }: Received) => `${method} ${path}`;

/** Checks a server that answers this; all else it answers as one that knows no such token. */
async function against(
	replies: Replies | ((request: Received) => Answer | Promise<Answer> | undefined),
	options: string[] = [],
) {
	const find = typeof replies === 'function' ? replies : (one: Received) => replies[keyOf(one)];
	const server = await listen((one) => find(one) ?? json({ error: 'Invalid Access Token' }, 401));
	try {
		const args = ['--url', server.url, '--token', TOKEN, ...options];
		const { status, text } = await check(args);
		expect(text).not.toContain(TOKEN);
		return { status, text, url: server.url, received: server.received };
	} finally {
		await server.close();
	}
}

/** The same as data. */
async function dataOf(replies: Parameters<typeof against>[0], options: string[] = []) {
	const { status, text, received } = await against(replies, ['--json', ...options]);
	expect([status, text.slice(0, 1)]).toEqual([0, '{']);
	const data = JSON.parse(text) as {
		server: Server;
		webhooks: { reached: string; why: string };
		operations: Judged[];
	};
	const of = (id: string) => data.operations.find((one) => one.id === id)?.why;
	return { ...data, of, received };
}

/** The line of the table with this name. */
const lineOf = (text: string, name: string) =>
	new RegExp(`^${name} +(.*(?:\\n {6,}.*)*)`, 'm').exec(text)?.[1].replace(/\s+/g, ' ');

describe.each(releases)('a server of %s', (release) => {
	test('with the token of an administrator', async () => {
		const { server, of, received, operations } = await dataOf(userAt(release, 'admin'));
		const version = release === '4.10' ? '4.10.0' : '4.16.2';
		expect(server).toMatchObject({
			release: version,
			edition: 'enterprise',
			token: { kind: 'user', name: 'Ada Admin', role: 'administrator' },
			platform: false,
			header: 'api_access_token',
			clock: 0,
			account: { status: 'active' },
		});
		expect(server.account?.features).toContain('help_center');
		expect(of('account.webhook.create')).toBeUndefined();
		expect(of('account.contact.getAll')).toBeUndefined();
		expect(of('public.message.create')).toBeUndefined();
		expect(of('platform.account.create')).toBe("Needs a platform app's token");
		const older = release === '4.10';
		expect(of('account.account.updateBrandedEmailLayout')).toBe(
			older ? 'Requires Chatwoot 4.16 or later' : undefined,
		);
		// 4.16 has what came with it, and lacks what is newer still.
		const newer = operations.filter(({ why }) => why?.includes('or later'));
		expect(newer.length).toBeGreaterThan(older ? 8 : 0);
		expect(
			newer.every(({ why }) => older || /^Requires Chatwoot 4\.1[78] or later$/.test(String(why))),
		).toBe(true);
		expect(received.map(({ method }) => method)).toEqual(received.map(() => 'GET'));
	});

	test('with the token of an agent', async () => {
		const { server, of, webhooks } = await dataOf(userAt(release, 'agent'));
		expect(server.token).toMatchObject({ kind: 'user', role: 'agent' });
		expect(webhooks.reached).toBe(release === '4.10' ? 'near' : 'no');
		expect(of('account.webhook.create')).toBe('Requires an administrator');
		expect(of('account.contact.getAll')).toBeUndefined();
		// Agents may write them on releases before 4.16.
		expect(of('account.customAttribute.create')).toBe(
			release === '4.10' ? undefined : 'Requires an administrator',
		);
		const { text } = await against(userAt(release, 'agent'));
		expect(lineOf(text, 'Token')).toMatch(/^of a user, \w+ Agent, agent$/);
		expect(text).toMatch(/^ {2}Webhook +0 of 4 +Requires an administrator \(4\)$/m);
		expect(lineOf(text, 'Webhooks')).toMatch(/with an administrator's token alone$/);
	});

	test('with a token of a bot', async () => {
		const { id } = (
			recording('transport', 'auth-profile-user-admin', release).response.body as {
				accounts: IDataObject[];
			}
		).accounts[0];
		const replies = {
			[VERSION]: recorded('transport', 'transport-api-root', release),
			[PROFILE]: recorded('transport', 'auth-profile-bot', release),
			[PLATFORM]: recorded('transport', 'auth-probe-platform-with-admin', release),
			[`POST /api/v1/accounts/${String(id)}/conversations/0/messages`]: recorded(
				'transport',
				'auth-bot-probe-bot',
				release,
			),
		};
		const { server, of, operations } = await dataOf(replies, ['--account', String(id)]);
		expect(server).toMatchObject({ token: { kind: 'bot' }, account: { id: String(id) } });
		expect(of('account.message.send')).toBeUndefined();
		expect(of('account.conversation.handOver')).toBeUndefined();
		// What looks for the contact's conversations first, a bot may not.
		expect(of('account.message.sendToContact')).toBe('Not for bots');
		expect(of('account.contact.getAll')).toBe('Not for bots');
		const open = operations.filter(
			({ works, id: operationId }) => works && operationId.startsWith('account.'),
		);
		expect(open.length).toBeGreaterThan(10);
		expect(open.length).toBeLessThan(30);
		// Of another account.
		const other = await against(replies, ['--account', '999']);
		expect(other).toMatchObject({
			status: 2,
			text: "This is a bot's token, but the bot belongs to another account: correct the account",
		});
	});

	test('with the token of a platform app', async () => {
		const list = recording('platform.account.list', 'ok', release).response.body as IDataObject[];
		const [{ id, name }] = list;
		const replies = {
			[VERSION]: recorded('transport', 'transport-api-root', release),
			[PROFILE]: recorded('transport', 'auth-profile-platform', release),
			[PLATFORM]: recorded('transport', 'auth-probe-platform-with-platform', release),
			[LIST]: json(list),
			[`${LIST}/${String(id)}`]: json(list[0]),
			[`${LIST}/999`]: recorded('platform.account.get', 'foreign', release),
		};
		const { server, of } = await dataOf(replies, ['--account', String(id)]);
		expect(server).toMatchObject({
			token: { kind: 'platform' },
			platform: true,
			account: { id: String(id), name },
		});
		expect(server.account?.features?.length).toBeGreaterThan(5);
		expect(of('platform.account.create')).toBeUndefined();
		expect(of('account.contact.getAll')).toBe("Needs a user's token");
		const { text } = await against(replies);
		expect(lineOf(text, 'Account')).toContain(`give one with --account: ${String(id)} (`);
		const foreign = await against(replies, ['--account', '999']);
		expect(foreign.status).toBe(2);
		expect(foreign.text).toMatch(
			/^Account 999 is not open to this platform app: Non permissible resource\. It reaches account/,
		);
	});
});

test.each([
	recorded('account.account.get', 'suspended', '4.16'),
	recorded('transport', 'auth-suspended-account'),
])('an account that is suspended opens nothing', async (answer) => {
	const replies = userAt('4.16', 'admin', { status: 'suspended' });
	const key = Object.keys(replies).find((one) => /accounts\/\d+$/.test(one))!;
	const { of, server } = await dataOf({ ...replies, [key]: answer });
	expect(server.account?.status).toBe('suspended');
	expect(of('account.contact.getAll')).toBe('The account is suspended');
	expect(of('public.message.create')).toBeUndefined();
});

test('a custom role is told', async () => {
	const { text } = await against(userAt('4.16', 'agent', { custom_role: { name: 'Night' } }));
	expect(lineOf(text, 'Token')).toContain('agent, with the custom role Night, which may');
});

test('a switch that is off takes its operations away', async () => {
	const replies = userAt('4.16', 'admin');
	const key = Object.keys(replies).find((one) => /accounts\/\d+$/.test(one))!;
	const account = JSON.parse(String(replies[key].body)) as { features: IDataObject };
	const { branded_email_templates: _, ...features } = account.features;
	const { of } = await dataOf({ ...replies, [key]: json({ ...account, features }) });
	expect(of('account.account.updateBrandedEmailLayout')).toBe(
		'Requires the account feature Branded Email Templates',
	);
});

test.each(releases)(
	'a switch that an older release does not ask for takes nothing away there: %s',
	async (release) => {
		const replies = userAt(release, 'admin');
		const key = Object.keys(replies).find((one) => /accounts\/\d+$/.test(one))!;
		const account = JSON.parse(String(replies[key].body)) as { features: IDataObject };
		const { companies: _, custom_tools: __, ...features } = account.features;
		const { of } = await dataOf({ ...replies, [key]: json({ ...account, features }) });
		const why = (feature: string) =>
			release === '4.10' ? undefined : `Requires the account feature ${feature}`;
		expect(of('account.company.getAll')).toBe(why('Companies'));
		expect(of('account.customTool.getAll')).toBe(why('Custom Tools'));
	},
);

test('the community edition is known by what it lacks', async () => {
	const replies = userAt('4.16', 'admin');
	const key = Object.keys(replies).find((one) => one.endsWith('sla_policies'))!;
	const { server, operations } = await dataOf({ ...replies, [key]: HTML });
	expect(server.edition).toBe('community');
	const why = new Set(operations.map((one) => one.why).filter((one) => /edition/.test(one ?? '')));
	expect(operations.filter((one) => /Enterprise/.test(one.why ?? '')).length).toBeGreaterThan(0);
	expect([...why].every((one) => one?.startsWith('Requires the Enterprise edition'))).toBe(true);
});

test('a release that cannot be read counts as the newest', () => {
	const server: Server = {
		url: '',
		token: { kind: 'user', role: 'administrator' },
		platform: true,
		header: 'api_access_token',
	};
	expect(judged(server).filter(({ works }) => !works)).toEqual([]);
});

test("a platform app's token beside a user's opens its operations, another is refused", async () => {
	const isApps = ({ headers }: Received) => headers.api_access_token === PLATFORM_TOKEN;
	const replies = userAt('4.10', 'admin');
	const answer = (request: Received) =>
		keyOf(request) === PLATFORM
			? recorded('transport', `auth-probe-platform-with-${isApps(request) ? 'platform' : 'admin'}`)
			: replies[keyOf(request)];
	const { of, server } = await dataOf(answer, ['--platform-token', PLATFORM_TOKEN]);
	expect(server).toMatchObject({ platform: true, token: { kind: 'user' } });
	expect(of('platform.account.create')).toBeUndefined();
	const wrong = await against(answer, ['--platform-token', 'other-token']);
	expect(wrong.status).toBe(2);
	expect(wrong.text).toMatch(/^--platform-token is none of a platform app/);
});

describe('the header', () => {
	const behind = (drops: RegExp) => (request: Received) => {
		const names = Object.keys(request.headers).filter((name) => /^api.access.token$/.test(name));
		const arrived = names.filter((name) => !drops.test(name));
		return keyOf(request) !== VERSION && arrived.length === 0
			? recorded('transport', 'auth-profile-no-header')
			: userAt('4.10', 'admin')[keyOf(request)];
	};

	test('that a proxy drops is spelled with hyphens', async () => {
		const { server } = await dataOf(behind(/_/));
		expect(server.header).toBe('api-access-token');
		const { text, status } = await against(behind(/_/));
		expect(status).toBe(0);
		expect(lineOf(text, 'Header')).toMatch(
			/^api_access_token does not get through, api-access-token does: .* Choose api-access-token/,
		);
	});

	test('that is dropped in every form is said', async () => {
		const { text, status } = await against(behind(/./));
		expect(status).toBe(2);
		expect(text).toMatch(/^The token did not arrive in any of the headers .*proxy .* drops them/);
	});
});

describe('the headers of a gateway', () => {
	const secret = 's3cr3t-of-access';
	const sent = ['--headers', `CF-Access-Client-Id: 1.access\r\nCF-Access-Client-Secret: ${secret}`];
	const page = `<html>${secret}</html>`;

	test('are sent with every request', async () => {
		const refused: string[] = [];
		const { status } = await against((request) => {
			const { 'cf-access-client-id': id, 'cf-access-client-secret': shown } = request.headers;
			if (id === '1.access' && shown === secret) return userAt('4.16', 'admin')[keyOf(request)];
			refused.push(keyOf(request));
			return { status: 403, body: page };
		}, sent);
		expect([status, refused]).toEqual([0, []]);
	});

	test('are named if they are missing, and never shown', async () => {
		const { status, text } = await against(() => ({ status: 403, body: page }));
		expect([status, text]).toEqual([
			2,
			expect.stringContaining('is behind a gateway that did not let n8n through.'),
		]);
		const wrong = await against(
			(request) =>
				keyOf(request) === VERSION
					? userAt('4.16', 'admin')[VERSION]
					: json({ error: `no ${secret}` }, 401),
			sent,
		);
		expect(wrong.text).toContain('Chatwoot says "no ***"');
		const line = await check(['--url', 'x', '--token', TOKEN, '--headers', `X Y: ${secret}`]);
		expect([line.status, line.text]).toEqual([
			2,
			'Additional Headers entry 1: Name must be the name of a header, such as CF-Access-Client-Id',
		]);
	});
});

describe('the clock', () => {
	afterEach(() => jest.restoreAllMocks());

	const dated = (seconds: number) => {
		const replies = userAt('4.10', 'admin');
		const date = new Date(Date.now() + seconds * 1000).toUTCString();
		return { ...replies, [VERSION]: { ...replies[VERSION], headers: { date } } };
	};

	test.each([
		[3600, /^3\d{3} seconds ahead of this machine: the trigger refuses/],
		[-3600, /^3\d{3} seconds behind this machine: the trigger refuses/],
		[120, /^1[12]\d seconds ahead of this machine$/],
		[0, /^as here$/],
	])('that is %d seconds off', async (seconds, words) => {
		const { text } = await against(dated(seconds));
		expect(lineOf(text, 'Clock')).toMatch(words);
	});

	test('of a server that takes five seconds for an answer is not called wrong', async () => {
		const replies: Replies = dated(0);
		const { text } = await against((request) => {
			const reply = replies[keyOf(request)];
			if (keyOf(request) === VERSION) jest.spyOn(Date, 'now').mockReturnValue(Date.now() + 5_000);
			return reply;
		});
		expect(lineOf(text, 'Clock')).toBe('as here');
	});
});

describe('webhooks', () => {
	test.each<[Release, string, string, RegExp]>([
		['4.10', 'http://192.168.1.5:5678/', 'near', /^http:\/\/192\.168\.1\.5:5678 is a private/],
		['4.16', 'http://192.168.1.5:5678/', 'no', /SAFE_FETCH_ALLOW_PRIVATE_NETWORK/],
		['4.16', 'https://n8n.example.com/webhook/x', 'maybe', /^https:\/\/n8n\.example\.com is no/],
		['4.10', 'https://n8n.example.com', 'maybe', /shows with the first event$/],
	])('of %s at %s', async (release, address, reached, why) => {
		const options = ['--webhook-url', address];
		const { webhooks } = await dataOf(userAt(release, 'admin'), options);
		expect(webhooks.reached).toBe(reached);
		expect(webhooks.why).toMatch(why);
	});

	test('at what is no address', async () => {
		const wrong = await against(userAt('4.10', 'admin'), ['--webhook-url', 'n8n:5678']);
		expect(wrong.status).toBe(2);
		expect(wrong.text).toMatch(/^--webhook-url must be an address/);
	});
});

describe('one line and status 2 for', () => {
	test('a web page', async () => {
		const page = { status: 200, headers: { 'content-type': 'text/html' }, body: '<html></html>' };
		const { status, text, url, received } = await against(() => page);
		expect([status, text]).toEqual([
			2,
			`${url} answers, but it is not Chatwoot: check the base URL (without /app or /api)`,
		]);
		expect(JSON.stringify(received)).not.toContain(TOKEN);
	});

	test('a wrong token, also where the service repeats it', async () => {
		const version = { [VERSION]: recorded('transport', 'transport-api-root') };
		const { status, text } = await against(version);
		expect([status, text]).toEqual([
			2,
			'The token is wrong: Chatwoot says "Invalid Access Token". Copy it again from Profile Settings → Access Token',
		]);
		const echo = json({ error: `${TOKEN} is no token` }, 401);
		expect((await against({ ...version, [PROFILE]: echo })).text).toContain('*** is no token');
	});

	test('a closed port', async () => {
		const closed = await listen(() => ({ status: 200 }));
		await closed.close();
		expect(await check(['--url', closed.url, '--token', TOKEN])).toEqual({
			status: 2,
			text: `Nothing answers at this address: ${closed.url}. Cause: econnrefused. Check the base URL in the credential, and that Chatwoot is running.`,
		});
	});

	test('a certificate that nobody knows', async () => {
		const server = createServer(SELF_SIGNED, (_, response) => response.end());
		await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
		const url = `https://127.0.0.1:${(server.address() as AddressInfo).port}`;
		const { status, text } = await check(['--url', url, '--token', TOKEN]);
		server.close();
		expect(status).toBe(2);
		expect(text).toMatch(/^Chatwoot could not be reached: https:.*self_signed.*NODE_EXTRA_CA_/);
		expect(text).not.toContain('\n');
	});

	test('an account that is not the one of the token, and for several without a choice', async () => {
		const wrong = await against(userAt('4.10', 'admin'), ['--account', '99']);
		expect([wrong.status, wrong.text]).toEqual([
			2,
			"The token's user is in account 8 (Acme Support g7), not in 99: correct --account",
		]);
		const replies = userAt('4.10', 'admin');
		const profile = JSON.parse(String(replies[PROFILE].body)) as { accounts: IDataObject[] };
		const [membership] = profile.accounts;
		const two = json({
			...profile,
			accounts: [membership, { ...membership, id: 9, name: 'Beta' }],
		});
		const several = await against({ ...replies, [PROFILE]: two });
		expect([several.status, several.text]).toEqual([
			2,
			"The token's user is in accounts 8 (Acme Support g7), 9 (Beta): add --account",
		]);
		expect((await against({ ...replies, [PROFILE]: two }, ['--account', '8'])).status).toBe(0);
	});

	test('an account whose plan has no API', async () => {
		const closed = recorded('account.account.get', 'api-not-enabled', '4.16');
		const replies = userAt('4.16', 'admin', { api_and_webhooks: false });
		const key = Object.keys(replies).find((one) => /accounts\/\d+$/.test(one))!;
		const { status, text } = await against({ ...replies, [key]: closed });
		expect(status).toBe(2);
		expect(text).toContain(
			'API access is not enabled for this account. The token is valid, but the plan',
		);
	});

	test.each([
		[[], 'Missing: --url (or CHATWOOT_URL), --token (or CHATWOOT_TOKEN). --help explains them'],
		[['--url', 'https://x.example'], 'Missing: --token (or CHATWOOT_TOKEN). --help explains them'],
		[[TOKEN], 'A value stands without an option before it: npm run'],
		[[`--tokn=${TOKEN}`], 'There is no such option: npm run'],
		[['--url'], 'An option has no value, or a switch has one: npm run'],
		[['--url', 'x.example', '--token', TOKEN], 'The base URL must begin with https:// or http://'],
		[['--url', 'https://x.example', '--token', `${TOKEN} a`], '--token has a blank or a letter'],
		[
			['--url', 'https://x.example', '--token', TOKEN, '--account', 'abc'],
			'--account must be a number, not "abc"',
		],
	])('the options %j', async (args, words) => {
		const { status, text } = await check(args);
		expect([status, text.slice(0, words.length)]).toEqual([2, words]);
		expect(text).not.toContain(TOKEN);
	});
});

test('--help tells every option', async () => {
	const { status, text } = await check(['--help', '--token', TOKEN]);
	expect(status).toBe(0);
	for (const name of [
		'url',
		'token',
		'account',
		'platform-token',
		'headers',
		'json',
		'webhook-url',
		'all',
	])
		expect(text).toMatch(new RegExp(`^ {2}--${name}\\b.* `, 'm'));
	expect(text).toContain('(CHATWOOT_URL)');
	expect(text).not.toContain(TOKEN);
});

const root = join(__dirname, '../../..');

/** The program itself. */
const run = async (env: NodeJS.ProcessEnv) =>
	await promisify(execFile)(process.execPath, ['--import', 'tsx', 'live/check.ts'], {
		cwd: root,
		env,
	});

describe('the sandbox', () => {
	let sandbox: Awaited<ReturnType<typeof startSandbox>>;
	beforeAll(async () => {
		sandbox = await startSandbox();
	});
	afterAll(async () => {
		await sandbox.close();
	});

	const variables = () => ({ CHATWOOT_URL: sandbox.url, CHATWOOT_TOKEN: sandbox.tokens.user });

	test('is told as own-server.md shows it: else run npm run docs:operations', async () => {
		const page = readFileSync(join(root, 'docs/own-server.md'), 'utf8');
		const { PATH } = process.env;
		const { stdout } = await run({ PATH, ...variables(), CHATWOOT_ACCOUNT: '1' });
		const [, shown] = /```text\n([\s\S]*?)```/.exec(page) ?? [];
		expect(stdout.replaceAll(sandbox.url, 'http://127.0.0.1:4010')).toBe(shown);
	});

	test('ends the program with status 2 and one line where the token is wrong', async () => {
		const env = { PATH: process.env.PATH, ...variables(), CHATWOOT_TOKEN: TOKEN };
		await expect(run(env)).rejects.toMatchObject({
			code: 2,
			stdout: '',
			stderr:
				'The token is wrong: Chatwoot says "Invalid Access Token". Copy it again from Profile Settings → Access Token\n',
		});
	});

	test('is not changed', async () => {
		const ask = async (path: string) =>
			await (
				await fetch(`${sandbox.url}/api/v1/${path}`, {
					headers: { api_access_token: sandbox.tokens.user },
				})
			).text();
		const all = async () => [
			await ask('profile'),
			await ask('accounts/1'),
			await ask('accounts/1/conversations/meta?status=all'),
		];
		const before = await all();
		const tokens = Object.values(sandbox.tokens);
		for (const token of tokens)
			expect(
				await check(['--account', '1'], { ...variables(), CHATWOOT_TOKEN: token }),
			).toMatchObject({ status: 0 });
		expect(await all()).toEqual(before);
	});

	test('is listed in full with --all', async () => {
		const { text } = await check(['--all'], variables());
		expect(text).toMatch(/^ {4}yes {2}Create or Update$/m);
		expect(text).toMatch(/^ {4}no {3}Get Unread Counts: Requires Chatwoot 4\.14\.1 or later$/m);
	});
});
