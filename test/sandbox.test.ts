import { createServer } from 'node:net';
import { startSandbox } from '../sandbox/server';

type Row = Record<string, unknown>;

let sandbox: Awaited<ReturnType<typeof startSandbox>>;

/** Asks the sandbox; the token is the user's unless said, '' sends none. */
async function ask(
	path: string,
	{ token = sandbox.tokens.user, ...init }: RequestInit & { token?: string } = {},
) {
	const headers = { ...(token && { api_access_token: token }), ...init.headers };
	const response = await fetch(sandbox.url + path, { ...init, headers });
	const text = await response.text();
	return { status: response.status, text, body: (text ? JSON.parse(text) : undefined) as never };
}

/** A request with a JSON body. */
const send = (method: string, path: string, body: unknown, token?: string) =>
	ask(path, {
		method,
		token,
		headers: { 'content-type': 'application/json' },
		body: JSON.stringify(body),
	});

const account = '/api/v1/accounts/1';

beforeEach(async () => {
	sandbox = await startSandbox();
});
afterEach(() => sandbox.close());

describe('tokens', () => {
	const signIn = { errors: ['You need to sign in or sign up before continuing.'] };
	const forBots = { error: 'Access to this endpoint is not authorized for bots' };

	it.each([
		['none', `${account}/agents`, () => '', signIn],
		['a wrong one', `${account}/agents`, () => 'nonsense', { error: 'Invalid Access Token' }],
		['a bot', `${account}/agents`, () => sandbox.tokens.bot, forBots],
		['a platform app', '/api/v1/profile', () => sandbox.tokens.platform, forBots],
		[
			'a user',
			'/platform/api/v1/accounts/1',
			() => sandbox.tokens.user,
			{ error: 'Invalid access_token' },
		],
	])('refuses %s with the text of the service', async (_who, path, token, body) => {
		expect(await ask(path, { token: token() })).toMatchObject({ status: 401, body });
	});

	it('reads both spellings of the header, and none for the public surface', async () => {
		const headers = { 'api-access-token': sandbox.tokens.user };
		expect(await ask('/api/v1/profile', { token: '', headers })).toMatchObject({
			status: 200,
			body: { id: 1, accounts: [{ id: 1, name: 'Acme Support' }] },
		});
		const address = '/public/api/v1/inboxes/acme-mobile-app/contacts/app-user-1/conversations';
		expect(await ask(`${address}/240`, { token: '' })).toMatchObject({
			status: 200,
			body: {
				id: 240,
				status: 'open',
				contact: { id: 1, account_id: 1 },
				messages: [{ message_type: 0 }],
			},
		});
		expect(await ask(`${address}/239`, { token: '' })).toMatchObject({ status: 404 });
		expect(await ask('/api', { token: '' })).toMatchObject({ body: { version: '4.10.0' } });
	});

	it('tells the three kinds apart as a credential test does', async () => {
		const { bot, platform } = sandbox.tokens;
		const probe = `${account}/conversations/0/messages`;
		expect((await send('POST', probe, {}, bot)).status).toBe(404);
		expect((await ask('/platform/api/v1/accounts/0', { token: platform })).status).toBe(404);
		expect((await ask('/platform/api/v1/accounts/0', { token: bot })).status).toBe(401);
	});
});

describe('contacts', () => {
	it('pages without overlap and counts all', async () => {
		const pages: Row[][] = [];
		for (const page of [1, 2, 3, 4, 5]) {
			const { body } = await ask(`${account}/contacts?sort=name,created_at&page=${page}`);
			expect(body).toMatchObject({ meta: { count: 60, current_page: String(page) } });
			pages.push((body as { payload: Row[] }).payload);
		}
		expect(pages.map((page) => page.length)).toEqual([15, 15, 15, 15, 0]);
		expect(new Set(pages.flat().map(({ id }) => id)).size).toBe(60);
		const names = pages.flat().map(({ name }) => String(name).toLowerCase());
		expect(names).toEqual([...names].sort());
	});

	it('searches, descending by a second key', async () => {
		const { body } = await ask(`${account}/contacts/search?q=NORTHWIND&sort=city,-name`);
		const { meta, payload } = body as { meta: Row; payload: Row[] };
		expect(payload.length).toBe(15);
		expect(meta).toEqual({ count: 15, current_page: 1 });
		const names = payload.map(({ name }) => String(name));
		expect(names).toEqual([...names].sort().reverse());
		expect(await ask(`${account}/contacts/search`)).toMatchObject({
			body: { meta: { count: null } },
		});
	});

	it('names every field that another contact has', async () => {
		const contact = {
			name: 'Una',
			email: 'Una@Example.com',
			identifier: 'u-1',
			phone_number: '+4930123456',
		};
		const first = await send('POST', `${account}/contacts`, {
			...contact,
			inbox_id: 2,
			source_id: 'una',
		});
		expect(first).toMatchObject({
			status: 200,
			body: {
				payload: {
					contact: { name: 'Una', email: 'una@example.com' },
					contact_inbox: { inbox: { id: 2 }, source_id: 'una' },
				},
			},
		});
		const second = await send('POST', `${account}/contacts`, contact);
		expect(second.status).toBe(422);
		expect(second.body).toEqual({
			message:
				'Email has already been taken, Identifier has already been taken, Phone number has already been taken',
			attributes: ['email', 'identifier', 'phone_number'],
		});
	});

	it('takes a picture with attributes in brackets', async () => {
		const body = new FormData();
		body.append('name', 'Multi Part');
		body.append('custom_attributes[plan]', 'pro');
		body.append('avatar', new Blob(['x'], { type: 'image/png' }), 'a.png');
		expect(await ask(`${account}/contacts`, { method: 'POST', body })).toMatchObject({
			status: 200,
			body: { payload: { contact: { name: 'Multi Part', custom_attributes: { plan: 'pro' } } } },
		});
	});

	it('keeps labels', async () => {
		await send('POST', `${account}/contacts/2/labels`, { labels: ['vip', 'bug'] });
		expect((await ask(`${account}/contacts/2/labels`)).body).toEqual({ payload: ['vip', 'bug'] });
		expect((await ask(`${account}/contacts/999/labels`)).status).toBe(404);
	});
});

it('assigns a conversation, and answers JSON null when nobody is left', async () => {
	const path = `${account}/conversations/240/assignments`;
	expect((await send('POST', path, { assignee_id: 3 })).body).toMatchObject({ name: 'Lin Zhang' });
	const conversation = await ask(`${account}/conversations/240`);
	expect(conversation.body).toMatchObject({ meta: { assignee: { id: 3 } } });
	expect(await send('POST', path, { assignee_id: null }, sandbox.tokens.bot)).toMatchObject({
		status: 200,
		text: 'null',
	});
});

it('reports last month by agent, and nothing without dates', async () => {
	const now = new Date();
	const [since, until] = [-1, 0].map(
		(month) => Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + month) / 1000,
	);
	const path = '/api/v2/accounts/1/summary_reports/agent';
	const lastMonth = (await ask(`${path}?since=${since}&until=${until}`)).body as Row[];
	expect(lastMonth).toHaveLength(6);
	const counts = lastMonth.map((row) => Number(row.conversations_count));
	expect(counts.reduce((sum, count) => sum + count)).toBeGreaterThan(50);
	expect(new Set(lastMonth.map((row) => row.avg_first_response_time)).size).toBe(6);
	for (const row of (await ask(path)).body as Row[]) {
		expect(row).toMatchObject({ conversations_count: 0, avg_resolution_time: null });
	}
	const metrics = '/api/v2/accounts/1/reports/conversations';
	expect(await ask(metrics)).toMatchObject({ status: 422, text: '' });
	expect((await ask(`${metrics}?type=account`)).body).toMatchObject({ open: expect.any(Number) });
});

it('updates flat and wrapped, and where the record stands differs', async () => {
	const canned = `${account}/canned_responses/1`;
	const wrapped = { canned_response: { content: 'Hi' } };
	expect((await send('PATCH', canned, wrapped)).body).toMatchObject({ id: 1, content: 'Hi' });
	expect((await send('PATCH', canned, { content: 'Hey' })).body).toMatchObject({ content: 'Hey' });
	expect((await send('PATCH', canned, {})).status).toBe(422);
	const rule = await send('PATCH', `${account}/automation_rules/1`, { active: false });
	expect(rule.body).toMatchObject({ payload: { id: 1, active: false } });
	const portal = await send('PATCH', `${account}/portals/acme-help`, {
		portal: { slug: 'help', config: { allowed_locales: ['en', 'de'], default_locale: 'de' } },
	});
	expect(portal.body).toMatchObject({ slug: 'help', meta: { default_locale: 'de' } });
	expect((await ask(`${account}/portals/acme-help`)).status).toBe(500);
	await send('PATCH', account, { name: 'Acme', auto_resolve_after: 60, industry: 'Retail' });
	expect((await ask(account)).body).toMatchObject({
		name: 'Acme',
		settings: { auto_resolve_after: 60 },
		custom_attributes: { industry: 'Retail' },
	});
	expect((await ask(`${account}/branded_email_layout`, { token: '' })).body).toEqual({
		status: 404,
		error: 'Not Found',
	});
});

it('creates a webhook, deletes it with an empty reply, and does not find it again', async () => {
	const url = 'https://hooks.example/new';
	const { body } = await send('POST', `${account}/webhooks`, { url });
	const { webhook } = (body as { payload: { webhook: Row } }).payload;
	expect(webhook).toMatchObject({ url, account_id: 1 });
	expect((await send('POST', `${account}/webhooks`, { webhook: { url } })).body).toEqual({
		message: 'Url has already been taken',
		attributes: ['url'],
	});
	const path = `${account}/webhooks/${webhook.id}`;
	expect(await ask(path, { method: 'DELETE' })).toMatchObject({ status: 200, text: '' });
	expect(await ask(path, { method: 'DELETE' })).toMatchObject({
		status: 404,
		body: { error: 'Resource could not be found' },
	});
});

it('replays what is recorded, and says loudly what is not kept', async () => {
	expect((await ask(`${account}/cache_keys`)).body).toHaveProperty('cache_keys');
	const stderr = jest.spyOn(console, 'error').mockImplementation();
	const error = `not kept here: POST ${account}/no_such_thing`;
	expect(await send('POST', `${account}/no_such_thing`, {})).toMatchObject({
		status: 501,
		body: { error },
	});
	expect(stderr).toHaveBeenCalledWith(expect.stringContaining(error));
	stderr.mockRestore();
	const broken = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{' };
	expect((await ask(`${account}/contacts`, broken)).status).toBe(400);
});

it('closes at once and leaves nothing open', async () => {
	await ask('/api');
	const port = Number(new URL(sandbox.url).port);
	const begin = Date.now();
	await sandbox.close();
	expect(Date.now() - begin).toBeLessThan(500);
	// The port is free again: another server may listen on it.
	const server = createServer();
	await new Promise<void>((resolve, reject) => {
		server.once('error', reject).listen(port, '127.0.0.1', resolve);
	});
	await new Promise((resolve) => server.close(resolve));
});
