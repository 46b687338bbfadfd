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

it('filters contacts; AND binds tighter than OR', async () => {
	const filter_operator = 'equal_to';
	const payload = [
		{ attribute_key: 'city', filter_operator, values: ['Oslo'], query_operator: 'AND' },
		{ attribute_key: 'plan', filter_operator, values: ['pro'], query_operator: 'OR' },
		{ attribute_key: 'name', filter_operator: 'contains', values: ['AMARA'] },
	];
	const { body } = await send('POST', `${account}/contacts/filter?sort=name`, { payload });
	const found = (body as { payload: Row[] }).payload;
	expect(found.filter(({ name }) => String(name).startsWith('Amara'))).toHaveLength(6);
	for (const { name, additional_attributes: more, custom_attributes: own } of found) {
		const fits = (more as Row).city === 'Oslo' && (own as Row).plan === 'pro';
		expect(fits || String(name).startsWith('Amara')).toBe(true);
	}
	expect((await send('POST', `${account}/contacts/filter`, {})).status).toBe(500);
});

describe('conversations', () => {
	const path = `${account}/conversations`;
	const idsOf = (list: unknown) => (list as { payload: Row[] }).payload.map(({ id }) => id);

	it('creates one, answers in it, resolves it and finds it by its status', async () => {
		const message = { content: 'Hello', message_type: 'incoming' };
		const first = await send('POST', path, { inbox_id: 2, contact_id: 1, assignee_id: 2, message });
		expect(first.body).toMatchObject({
			status: 'open',
			meta: { sender: { id: 1 }, assignee: { id: 2 }, channel: 'Channel::Api' },
			messages: [{ content: 'Hello', message_type: 0, sender: { id: 1, type: 'contact' } }],
		});
		const { id } = first.body as Row;
		const form = new FormData();
		form.append('content', 'Here it is');
		form.append('private', 'true');
		form.append('attachments[]', new Blob(['x'], { type: 'image/png' }), 'a.png');
		form.append('attachments[]', new Blob(['yy'], { type: 'text/plain' }), 'b.txt');
		const answer = await ask(`${path}/${id}/messages`, { method: 'POST', body: form });
		expect(answer.body).toMatchObject({
			...{ content: 'Here it is', conversation_id: id, message_type: 1, private: true },
			sender: { id: 1, type: 'user' },
			attachments: [
				{ file_type: 'image', file_size: 1 },
				{ file_type: 'file', file_size: 2 },
			],
		});
		const done = { success: true, conversation_id: id, current_status: 'resolved' };
		expect((await send('POST', `${path}/${id}/toggle_status`, {})).body).toMatchObject({
			payload: done,
		});
		const { data } = (await ask(`${path}?status=resolved&inbox_id=2`)).body as { data: unknown };
		expect(idsOf(data)).toContain(id);
		const condition = { attribute_key: 'display_id', filter_operator: 'equal_to', values: [id] };
		expect((await send('POST', `${path}/filter`, { payload: [condition] })).body).toMatchObject({
			meta: { all_count: 1 },
			payload: [{ id, status: 'resolved' }],
		});
		expect(idsOf((await ask(`${account}/contacts/1/conversations`)).body)[0]).toBe(id);
		expect((await ask(`${path}/${id}`, { method: 'DELETE' })).status).toBe(200);
		expect((await ask(`${path}/${id}`)).status).toBe(404);
		expect((await send('POST', path, { inbox_id: 2, contact_id: 999 })).status).toBe(404);
	});

	it('pages messages as the service does', async () => {
		const messages = async (query = '') =>
			idsOf((await ask(`${path}/1/messages${query}`)).body) as number[];
		const newest = await messages();
		const older = await messages(`?before=${newest[0]}`);
		const oldest = await messages(`?before=${older[0]}`);
		const all = [...oldest, ...older, ...newest];
		expect([newest, older, oldest].map(({ length }) => length)).toEqual([20, 20, 5]);
		expect(all).toEqual([...all].sort((a, b) => a - b));
		expect(await messages('?after=1&before=99999')).toEqual(all);
		expect(await messages(`?after=${all[1]}`)).toEqual(all.slice(2));
	});

	it('deletes the text of a message, not the message', async () => {
		const [message] = idsOf((await ask(`${path}/240/messages`)).body);
		const gone = { content: 'This message was deleted', content_attributes: { deleted: true } };
		const url = `${path}/240/messages/${message}`;
		expect((await ask(url, { method: 'DELETE' })).body).toMatchObject(gone);
		expect((await ask(`${path}/240/messages`)).body).toMatchObject({ payload: [gone] });
		expect((await ask(`${path}/239/messages/${message}`, { method: 'DELETE' })).status).toBe(404);
	});

	it('keeps labels, priority, attributes and participants, and counts', async () => {
		await send('POST', `${path}/240/labels`, { labels: ['vip', 'new'] });
		expect((await ask(`${path}/240/labels`)).body).toEqual({ payload: ['vip', 'new'] });
		expect(await send('POST', `${path}/240/toggle_priority`, { priority: 'high' })).toMatchObject({
			status: 200,
			text: '',
		});
		const custom_attributes = { order: 'A-1' };
		const set = await send('POST', `${path}/240/custom_attributes`, { custom_attributes });
		expect(set.body).toEqual({ custom_attributes });
		await send('POST', `${path}/240/participants`, { user_ids: [2] });
		expect((await ask(`${path}/240/participants`)).body).toMatchObject([{ id: 2 }]);
		const { body } = await ask(`${path}?labels[]=new`);
		expect(body).toMatchObject({
			data: { payload: [{ id: 240, priority: 'high', custom_attributes }] },
		});
		const { meta } = (await ask(`${path}/meta`)).body as { meta: Record<string, number> };
		expect(meta.all_count).toBe(meta.assigned_count + meta.unassigned_count);
	});
});

it('keeps notes of a contact, newest first', async () => {
	const path = `${account}/contacts/1/notes`;
	await send('POST', path, { content: 'First' });
	const { body } = await send('POST', path, { note: { content: 'Second' } });
	const { id } = body as Row;
	expect(body).toMatchObject({ contact_id: null, user: { name: 'Ada Lindqvist' } });
	expect((await ask(path)).body).toMatchObject([{ content: 'Second' }, { content: 'First' }]);
	expect((await ask(`${account}/contacts/2/notes`)).body).toEqual([]);
	expect((await ask(`${account}/contacts/2/notes/${id}`)).status).toBe(404);
	await ask(`${path}/${id}`, { method: 'DELETE' });
	expect((await ask(path)).body).toMatchObject([{ content: 'First' }]);
});

it('keeps the members of teams and inboxes', async () => {
	const team = `${account}/teams/2/team_members`;
	expect((await send('POST', team, { user_ids: [2, 3] })).body).toMatchObject([
		{ id: 2 },
		{ id: 3 },
	]);
	expect((await send('POST', team, { user_ids: [3, 4] })).body).toMatchObject([{ id: 4 }]);
	expect((await send('DELETE', team, { user_ids: [2] })).status).toBe(200);
	expect((await ask(team)).body).toMatchObject([{ id: 3 }, { id: 4 }]);
	const members = `${account}/inbox_members`;
	await send('PATCH', members, { inbox_id: 1, user_ids: [5] });
	expect((await ask(`${members}/1`)).body).toMatchObject({ payload: [{ id: 5 }] });
});

it.each([
	['agents', { name: 'Una', email: 'una@acme.example' }, { role: 'administrator' }],
	['teams', { name: 'night' }, { description: 'After ten' }],
	['labels', { title: 'late' }, { color: '#ff0000' }],
	['inboxes', { name: 'Orders', channel: { type: 'api' } }, { greeting_message: 'Hi' }],
	['canned_responses', { short_code: 'no', content: 'No.' }, { content: 'Sorry, no.' }],
	['custom_filters', { name: 'Open', query: {} }, { name: 'All' }],
	[
		'custom_attribute_definitions',
		{ attribute_display_name: 'Size', attribute_key: 'size', attribute_model: 'contact_attribute' },
		{ attribute_description: 'Of the shoe' },
	],
])('creates, changes and deletes %s', async (name, fields, change) => {
	const path = `${account}/${name}`;
	const listed = async () => {
		const { body } = await ask(path);
		return (body as { payload?: Row[] }).payload ?? (body as Row[]);
	};
	const count = (await listed()).length;
	const { id } = (await send('POST', path, fields)).body as Row;
	expect((await send('PATCH', `${path}/${id}`, change)).body).toMatchObject({ id, ...change });
	expect((await listed()).at(-1)).toMatchObject({ id, ...change });
	expect([200, 204]).toContain((await ask(`${path}/${id}`, { method: 'DELETE' })).status);
	expect(await listed()).toHaveLength(count);
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
