import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import type { IDataObject } from 'n8n-workflow';
import { KEYS } from '../../nodes/shared/vocabulary/fields/conditions';
import { say } from '../../sandbox/say';
import { startSandbox } from '../../sandbox/server';
import { delivery, recording } from '../../truth/recordings';
import { timeoutsByHand } from '../support/clock';
import { runAt } from '../support/run';
import { listen } from '../support/server';

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

describe('for people who try it', () => {
	test('a customer writes, which starts triggers, and the page shows the message', async () => {
		const calls: Row[] = [];
		const n8n = await listen(({ body }) => {
			calls.push(JSON.parse(body.toString()) as Row);
			return { status: 200 };
		});
		try {
			const subscriptions = ['message_created'];
			await send('POST', `${account}/webhooks`, { webhook: { url: n8n.url, subscriptions } });
			const text = await say(sandbox.url, 'Hello <b>you</b>');
			expect(text).toContain('A customer wrote in conversation 240: Hello <b>you</b>');
			await sandbox.delivered();
			expect(calls).toMatchObject([{ event: 'message_created', message_type: 'incoming' }]);
			const page = await fetch(sandbox.url);
			expect(page.headers.get('content-type')).toContain('text/html');
			expect(await page.text()).toContain('<b>Amara Silva</b> Hello &lt;b&gt;you&lt;/b&gt;');
		} finally {
			await n8n.close();
		}
	});

	test('without a stand-in it says what to do', async () => {
		const { url, close } = await listen(() => ({ status: 200 }));
		await close();
		await expect(say(url, 'Hello')).rejects.toThrow(
			`No stand-in answers at ${url}: run npm start first, and leave it running.`,
		);
	});
});

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
		expect(await ask(`${address}/999`, { token: '' })).toMatchObject({ status: 404 });
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
			expect(body).toMatchObject({ meta: { count: 60 } });
			pages.push((body as { payload: Row[] }).payload);
		}
		expect(pages.map((page) => page.length)).toEqual([15, 15, 15, 15, 0]);
		expect(new Set(pages.flat().map(({ id }) => id)).size).toBe(60);
		const names = pages.flat().map(({ name }) => String(name).toLowerCase());
		expect(names).toEqual([...names].sort());
	});

	it('searches, in descending order', async () => {
		const { body } = await ask(`${account}/contacts/search?q=NORTHWIND&sort=-name`);
		const { meta, payload } = body as { meta: Row; payload: Row[] };
		expect(payload.length).toBe(15);
		expect(meta).toEqual({ count: 15, has_more: false });
		const names = payload.map(({ name }) => String(name));
		expect(names).toEqual([...names].sort().reverse());
	});

	it('names every field that another contact has', async () => {
		const contact = {
			name: 'Una',
			email: 'una@example.com',
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
					contact: {
						name: 'Una',
						email: 'una@example.com',
						contact_inboxes: [{ inbox: { id: 2 }, source_id: 'una' }],
					},
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

it('counts a body that is neither JSON nor a form as empty, and none too', async () => {
	const post = (path: string, type: string, body?: string) =>
		ask(account + path, { method: 'POST', headers: { 'content-type': type }, body });
	// As n8n posts without a body.
	const probe = await post('/conversations/0/messages', 'application/x-www-form-urlencoded');
	expect(probe.status).toBe(404);
	expect(await post('/contacts', 'text/csv', 'name')).toMatchObject({
		status: 200,
		body: { payload: { contact: { name: null } } },
	});
});

it('filters contacts by conditions, AND before OR, and refuses unknown operators loudly', async () => {
	const filter_operator = 'equal_to';
	const payload = [
		{ attribute_key: 'city', filter_operator, values: ['Oslo'], query_operator: 'AND' },
		{ attribute_key: 'plan', filter_operator, values: ['pro'], query_operator: 'AND' },
		{ attribute_key: 'name', filter_operator: 'contains', values: ['INES'] },
	];
	const filter = (conditions: Row[]) =>
		send('POST', `${account}/contacts/filter?sort=name`, { payload: conditions });
	const { meta, payload: found } = (await filter(payload)).body as { meta: Row; payload: Row[] };
	expect(found.map(({ name }) => name)).toEqual(['Ines Silva']);
	expect(meta).toEqual({ count: 1 });
	const greta = { ...payload[2], values: ['Greta Berg'] };
	const or = [...payload.slice(0, 2), { ...payload[2], query_operator: 'OR' }, greta];
	const either = ((await filter(or)).body as { payload: Row[] }).payload;
	expect(either.map(({ name }) => name)).toEqual(['Greta Berg', 'Ines Silva']);
	const stderr = jest.spyOn(console, 'error').mockImplementation();
	expect((await filter([{ ...payload[0], filter_operator: 'sounds_like' }])).status).toBe(501);
	expect(stderr).toHaveBeenCalledTimes(1);
	stderr.mockRestore();
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
		const answer = await ask(`${path}/${id}/messages`, { method: 'POST', body: form });
		expect(answer.body).toMatchObject({
			...{ content: 'Here it is', conversation_id: id, message_type: 1, private: true },
			sender: { id: 1, type: 'user' },
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
		expect((await ask(`${path}/${id}`, { method: 'DELETE' })).status).toBe(200);
		expect((await ask(`${path}/${id}`)).status).toBe(404);
		expect((await send('POST', path, { inbox_id: 2, contact_id: 999 })).status).toBe(404);
	});

	it('lists them in the order that is asked for', async () => {
		const times = async (order: string) => {
			const { body } = await ask(`${path}?status=all&sort_by=${order}`);
			const { payload } = (body as { data: { payload: Row[] } }).data;
			return payload.map(({ created_at }) => Number(created_at));
		};
		const [up, down] = [await times('created_at_asc'), await times('created_at_desc')];
		expect(up).toEqual([...up].sort((a, b) => a - b));
		expect(down).toEqual([...down].sort((a, b) => b - a));
		expect(up.at(-1)).toBeLessThan(down.at(-1)!);
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
		await send('POST', `${path}/1/messages`, { content: 'Careful', private: true });
		expect(await messages('?filter_internal_messages=true')).toEqual(newest);
	});

	it('keeps labels, priority and attributes', async () => {
		await send('POST', `${path}/240/labels`, { labels: ['vip', 'new'] });
		expect((await ask(`${path}/240/labels`)).body).toEqual({ payload: ['vip', 'new'] });
		expect(await send('POST', `${path}/240/toggle_priority`, { priority: 'high' })).toMatchObject({
			status: 200,
			text: '',
		});
		const custom_attributes = { order: 'A-1' };
		const set = await send('POST', `${path}/240/custom_attributes`, { custom_attributes });
		expect(set.body).toEqual({ custom_attributes });
		const { body } = await ask(`${path}?labels[]=new`);
		expect(body).toMatchObject({
			data: {
				meta: { all_count: 1 },
				payload: [{ id: 240, priority: 'high', custom_attributes }],
			},
		});
	});
});

it.each([
	['agents', { name: 'Una', email: 'una@acme.example' }, { role: 'administrator' }],
	['teams', { name: 'night' }, { description: 'After ten' }],
	['labels', { title: 'late' }, { color: '#ff0000' }],
	['inboxes', { name: 'Orders', channel: { type: 'api' } }, { greeting_message: 'Hi' }],
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
});

/** Runs an operation of the account node against the sandbox. */
const run = async (operation: string, parameters: IDataObject) => {
	const credentials = { api_access_token: sandbox.tokens.user, account_id: '1' };
	const { items, error } = await runAt(sandbox.url, operation, parameters, { credentials });
	if (error) throw error;
	return items.map(({ json }) => json);
};

describe('filters', () => {
	type Talk = Row & { meta: { assignee?: Row; team?: Row }; labels: string[]; created_at: number };

	/** All that a list or a filter of conversations finds. */
	const all = async (find: (page: number) => Promise<{ body: unknown }>): Promise<Talk[]> => {
		const found: Talk[] = [];
		for (let page = 1; ; page++) {
			const { data, payload } = (await find(page)).body as Record<string, never>;
			const rows = (payload ?? (data as Row).payload) as Talk[];
			if (!rows.length) return found;
			found.push(...rows);
		}
	};
	const listed = (query: string) =>
		all((page) => ask(`${account}/conversations?${query}&page=${page}`));
	const filtered = (payload: unknown) =>
		all((page) => send('POST', `${account}/conversations/filter?page=${page}`, { payload }));
	const ids = (talks: Talk[]) => talks.map(({ id }) => Number(id)).sort((a, b) => a - b);
	const dayOf = (talk: Talk) => new Date(talk.created_at * 1000).toISOString().slice(0, 10);
	const ago = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);
	const week = ago(7);

	it.each<[string, string, unknown[], (talk: Talk) => boolean]>([
		['status', 'equal_to', ['open', 'pending'], ({ status }) => status !== 'resolved'],
		['status', 'equal_to', ['all'], () => true],
		['status', 'not_equal_to', ['open'], ({ status }) => status !== 'open'],
		['priority', 'not_equal_to', ['low'], ({ priority }) => priority !== 'low' && !!priority],
		['display_id', 'contains', ['23'], ({ id }) => String(id).includes('23')],
		['display_id', 'does_not_contain', ['1', '2'], ({ id }) => !/[12]/.test(String(id))],
		['assignee_id', 'is_present', [], ({ meta }) => !!meta.assignee],
		['assignee_id', 'is_not_present', [], ({ meta }) => !meta.assignee],
		['assignee_id', 'not_equal_to', ['2'], ({ meta }) => !!meta.assignee && meta.assignee.id !== 2],
		['team_id', 'equal_to', [2], ({ meta }) => meta.team?.id === 2],
		['inbox_id', 'equal_to', ['1', '3'], ({ inbox_id }) => inbox_id !== 2],
		['labels', 'is_present', [], ({ labels }) => labels.length > 0],
		['labels', 'not_equal_to', ['vip'], ({ labels }) => !labels.includes('vip')],
		['created_at', 'is_greater_than', [week], (talk) => dayOf(talk) > week],
		['created_at', 'is_less_than', [`${week}T23:00:00Z`], (talk) => dayOf(talk) < week],
		['created_at', 'is_less_than', [week.replaceAll('-', '')], (talk) => dayOf(talk) < week],
		['created_at', 'days_before', [60], (talk) => dayOf(talk) < ago(60)],
	])('%s %s %j', async (attribute_key, filter_operator, values, isRight) => {
		const every = await listed('status=all');
		expect(every).toHaveLength(240);
		const found = await filtered([{ attribute_key, filter_operator, values }]);
		expect(found.length).toBeGreaterThan(0);
		expect(ids(found)).toEqual(ids(every.filter(isRight)));
	});

	it('compare custom attributes, and find those without one by what it is not', async () => {
		await send('PUT', `${account}/contacts/1`, {
			custom_attributes: { seats: 12, until: '2026-03-01' },
		});
		await send('PUT', `${account}/contacts/2`, { custom_attributes: { seats: 5 } });
		const count = async (attribute_key: string, filter_operator: string, ...values: unknown[]) => {
			const payload = [{ attribute_key, filter_operator, values }];
			const { body } = await send('POST', `${account}/contacts/filter`, { payload });
			return (body as { meta: Row }).meta.count;
		};
		expect(await count('seats', 'is_greater_than', '5')).toBe(1);
		expect(await count('seats', 'is_less_than', 13)).toBe(2);
		expect(await count('until', 'is_greater_than', '2026-02-28')).toBe(1);
		expect(await count('until', 'is_less_than', '2026-03-01')).toBe(0);
		expect(await count('seats', 'not_equal_to', '12')).toBe(59);
		expect(await count('seats', 'is_present')).toBe(2);
		expect(await count('phone_number', 'starts_with', '+1415')).toBe(60);
		expect(await count('company', 'does_not_contain', 'north')).toBe(45);
		expect(await count('identifier', 'not_equal_to', 'crm-1001')).toBe(59);
		await send('PUT', `${account}/contacts/1`, { identifier: null });
		expect(await count('identifier', 'not_equal_to', 'crm-1002')).toBe(58);
	});

	const allowed = (['contact', 'conversation'] as const).flatMap((kind) =>
		Object.entries(KEYS[kind]).map(([key, operators]): [string, string, string[]] => [
			kind,
			key,
			operators,
		]),
	);
	it.each(allowed)('of a %s know %s by %j', async (kind, attribute_key, operators) => {
		for (const filter_operator of operators) {
			const values =
				attribute_key.endsWith('_at') && filter_operator !== 'days_before' ? [week] : ['1'];
			const payload = [{ attribute_key, filter_operator, values }];
			const reply = await send('POST', `${account}/${kind}s/filter`, { payload });
			expect({ filter_operator, status: reply.status }).toEqual({ filter_operator, status: 200 });
		}
	});

	it('work as saved views, which are kept', async () => {
		const { body } = await ask(`${account}/custom_filters?filter_type=conversation`);
		const [{ query }, ...more] = body as Array<{ query: { payload: Row[] } }>;
		expect(more).toEqual([]);
		const found = await filtered(query.payload);
		expect(found.length).toBeGreaterThan(0);
		for (const talk of found) expect(talk).toMatchObject({ status: 'open', priority: 'urgent' });
		const view = { name: 'Mine', filter_type: 'contact', query };
		const { id } = (await send('POST', `${account}/custom_filters`, view)).body as Row;
		expect((await ask(`${account}/custom_filters/${id}`)).body).toMatchObject(view);
		await ask(`${account}/custom_filters/${id}`, { method: 'DELETE' });
		expect((await ask(`${account}/custom_filters/${id}`)).status).toBe(404);
	});

	it('stand in the parameters of lists, and are counted', async () => {
		const every = await listed('status=all');
		await send('POST', `${account}/conversations/240/assignments`, { assignee_id: 1 });
		const mine = await listed('status=all&assignee_type=me');
		expect(ids(mine)).toEqual(
			ids(every.filter(({ id, meta }) => id === 240 || meta.assignee?.id === 1)),
		);
		const [assigned, free] = [
			await listed('assignee_type=assigned'),
			await listed('assignee_type=unassigned'),
		];
		const open = every.filter(({ status }) => status === 'open');
		expect(ids([...assigned, ...free])).toEqual(ids(open));
		expect(free.every(({ meta }) => !meta.assignee)).toBe(true);
		const { body } = await ask(`${account}/conversations/meta`);
		const mine_count = (await listed('assignee_type=me')).length;
		const counts = { assigned_count: assigned.length, unassigned_count: free.length, mine_count };
		expect(body).toEqual({ meta: { ...counts, all_count: open.length } });
	});

	it('find conversations by what was written in them', async () => {
		const conversation_id = 7;
		await send('POST', `${account}/conversations/7/messages`, { content: 'Zebra crossing' });
		await send('POST', `${account}/conversations/7/messages`, { content: 'And more' });
		const { body } = await ask(`${account}/conversations/search?q=zebra`);
		expect((body as { payload: Row[] }).payload.map(({ id }) => id)).toEqual([conversation_id]);
	});
});

describe('reports', () => {
	const since = new Date(Date.now() - 70 * 86_400_000).toISOString().slice(0, 10);
	const until = new Date(Date.now() - 10 * 86_400_000).toISOString().slice(0, 10);
	const period = { period: 'between', since, until, options: { timezone: 'UTC' } };
	const report = (name: string, more: IDataObject = {}) =>
		run(`report.${name}`, { ...period, ...more });

	it.each([
		['Agents', 'getAgentSummary', 'agent_name', 'Agent name', 'Assigned conversations'],
		['Teams', 'getTeamSummary', 'team_name', 'Team name', 'Conversations count'],
		['Inboxes', 'getInboxSummary', 'inbox_name', 'Inbox name', 'No. of conversations'],
		['Labels', 'getLabelSummary', 'name', 'Label', 'No. of conversations'],
	])('of %s give in the file what %s gives', async (files, summary, name, title, count) => {
		const lines = await report(summary);
		const rows = await report(`download${files}`, { output: 'rows' });
		const of = (line: IDataObject) => [
			line[name],
			String(line.conversations_count),
			line.avg_first_response_time !== null,
		];
		expect(lines.some(({ conversations_count }) => Number(conversations_count) > 0)).toBe(true);
		expect(
			rows.map((row) => [row[title], row[count], row['Avg first response time'] !== 'N/A']),
		).toEqual(lines.map(of));
	});

	it('add up to the same, whatever they are asked by', async () => {
		const metrics = ['conversations_count', 'outgoing_messages_count', 'avg_resolution_time'];
		const [summary] = await report('getSummary');
		const days = await report('getTimeSeries', { metrics, interval: 'day' });
		const inboxes = await report('getInboxSummary');
		const messages = await run('export.messages', period);
		const [file] = await report('downloadConversations', { output: 'rows' });
		const sum = (rows: IDataObject[], key: string) =>
			rows.reduce((total, row) => total + Number(row[key]), 0);
		const { conversations_count, resolutions_count, outgoing_messages_count } = summary;
		expect(Number(conversations_count)).toBeGreaterThan(100);
		for (const rows of [days, inboxes])
			expect(sum(rows, 'conversations_count')).toBe(conversations_count);
		expect(sum(inboxes, 'resolved_conversations_count')).toBe(resolutions_count);
		expect(sum(days, 'avg_resolution_time_count')).toBe(resolutions_count);
		expect(sum(days, 'outgoing_messages_count')).toBe(outgoing_messages_count);
		expect(messages.filter(({ message_type }) => message_type === 'outgoing')).toHaveLength(
			Number(outgoing_messages_count),
		);
		expect(file).toMatchObject({
			Conversations: String(conversations_count),
			'Messages sent': String(outgoing_messages_count),
		});
		const agent_id = { __rl: true, mode: 'id', value: 2 };
		const [row] = await report('getSummary', { scope: 'agent', agent_id });
		const grace = (await report('getAgentSummary')).find(({ id }) => id === 2)!;
		expect(row).toMatchObject({
			conversations_count: grace.conversations_count,
			avg_first_response_time: grace.avg_first_response_time,
		});
	});

	it('follow what happens', async () => {
		const figures = async () => (await run('report.getSummary', { period: 'today' }))[0];
		const before = await figures();
		const { id } = (await send('POST', `${account}/conversations`, { inbox_id: 3, contact_id: 1 }))
			.body as Row;
		for (const message_type of ['incoming', 'outgoing'])
			await send('POST', `${account}/conversations/${id}/messages`, {
				content: 'Hi',
				message_type,
			});
		await send('POST', `${account}/conversations/${id}/toggle_status`, { status: 'resolved' });
		const after = await figures();
		for (const name of [
			'conversations_count',
			'incoming_messages_count',
			'outgoing_messages_count',
			'resolutions_count',
		])
			expect({ [name]: after[name] }).toEqual({ [name]: Number(before[name]) + 1 });
	});

	it('tell what waits now', async () => {
		const [all] = await run('report.getConversationMetrics', {});
		const { body } = await ask(`${account}/conversations/meta`);
		const { all_count: open, unassigned_count: unassigned } = (body as { meta: Row }).meta;
		expect(all).toMatchObject({ open, unassigned });
		const agents = await run('report.getAgentConversationMetrics', { returnAll: true });
		const groups = await run('report.getGroupedConversationMetrics', { group_by: 'assignee_id' });
		expect(agents.map(({ name }) => name)).toContain('Grace Okoye');
		const assigned = agents.reduce((sum, agent) => sum + Number(agent.open), 0);
		expect(assigned).toBe(Number(open) - Number(unassigned));
		expect(groups.reduce((sum, row) => sum + Number(row.open), 0)).toBe(open);
	});
});

it.each(['team', 'inbox'])('reports by %s', async (subject) => {
	const conversation = { inbox_id: 3, contact_id: 1, team_id: 2 };
	await send('POST', `${account}/conversations`, conversation);
	const now = Math.floor(Date.now() / 1000);
	const bounds = `since=${now - 5}&until=${now + 5}`;
	const path = `/api/v2/accounts/1/summary_reports/${subject}?${bounds}`;
	const id = { team: 2, inbox: 3 }[subject];
	const { body } = await ask(path);
	const found = (body as Row[]).filter((row) => row.conversations_count !== 0);
	expect(found).toMatchObject([{ id, conversations_count: 1, resolved_conversations_count: 0 }]);
});

it('updates flat and wrapped', async () => {
	const label = `${account}/labels/1`;
	const wrapped = { label: { color: '#ff0000' } };
	expect((await send('PATCH', label, wrapped)).body).toMatchObject({ id: 1, color: '#ff0000' });
	expect((await send('PATCH', label, { color: '#00ff00' })).body).toMatchObject({
		color: '#00ff00',
	});
	await send('PATCH', account, { name: 'Acme' });
	expect((await ask(account)).body).toMatchObject({ id: 1, name: 'Acme' });
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

describe('webhooks', () => {
	const path = `${account}/webhooks`;
	const event = 'message_created';

	it('subscribe to the eight default events, or to those that are sent', async () => {
		const url = 'https://hooks.example/a';
		const { body } = await send('POST', path, { url });
		const { webhook } = (body as { payload: { webhook: Row } }).payload;
		const recorded = recording('account.webhook.create', 'ok').response.body;
		const { subscriptions } = (recorded as { payload: { webhook: Row } }).payload.webhook;
		expect(webhook).toMatchObject({ url, name: null, subscriptions });
		const change = { name: 'n8n', url: `${url}?b`, subscriptions: [event] };
		const changed = await send('PATCH', `${path}/${webhook.id}`, change);
		expect(changed.body).toEqual({ payload: { webhook: { ...webhook, ...change } } });
		expect((await ask(path)).body).toEqual({
			payload: { webhooks: [{ ...webhook, ...change }] },
		});
		expect((await ask(path, { token: sandbox.tokens.bot })).status).toBe(401);
	});
});

/** Where a body differs from a recorded one in keys and types; what is null may be anything. */
function differences(actual: unknown, recorded: unknown, path = ''): string[] {
	// Of any keys: what the customers of both servers have.
	if (actual === null || recorded === null || path.endsWith('_attributes')) return [];
	const kind = (value: unknown) => (Array.isArray(value) ? 'array' : typeof value);
	if (kind(actual) !== kind(recorded)) return [`${path} is ${kind(actual)}`];
	if (typeof actual !== 'object') return [];
	const [mine, recordedRow] = [actual as Row, recorded as Row];
	const keys = [...new Set([...Object.keys(mine), ...Object.keys(recordedRow)])];
	// A list may be longer or shorter.
	const both = Array.isArray(actual)
		? keys.filter((key) => key in mine && key in recordedRow)
		: keys;
	return both.flatMap((key) => {
		const inner = `${path}.${key}`;
		if (!(key in mine)) return [`${inner} is missing`];
		if (!(key in recordedRow)) return [`${inner} is too much`];
		return differences(mine[key], recordedRow[key], inner);
	});
}

describe('deliveries', () => {
	const talk = `${account}/conversations/240`;
	const customer = '/public/api/v1/inboxes/acme-mobile-app/contacts/app-user-1/conversations/240';
	let receiver: Awaited<ReturnType<typeof listen>>;
	let fetched: jest.SpyInstance<Promise<Response>, [unknown]>;

	beforeEach(async () => {
		receiver = await listen(() => ({ status: 500 }));
		fetched = jest.spyOn(globalThis, 'fetch') as unknown as typeof fetched;
	});
	afterEach(async () => {
		jest.restoreAllMocks();
		await receiver.close();
	});

	const subscribe = async (...subscriptions: string[]) => {
		const url = `${receiver.url}/hook?secret=1`;
		const { body } = await send('POST', `${account}/webhooks`, { url, subscriptions });
		return (body as { payload: { webhook: Row } }).payload.webhook;
	};
	const bodies = () => receiver.received.map(({ body }) => JSON.parse(String(body)) as Row);
	/** What has arrived once all that the sandbox sent is answered: it sends before it replies. */
	const arrived = async () => {
		const { calls, results } = fetched.mock;
		const isSent = (_: unknown, index: number) => String(calls[index][0]).startsWith(receiver.url);
		await Promise.all(results.filter(isSent).map(({ value }) => value as Promise<Response>));
		return bodies();
	};
	const changesOf = ({ changed_attributes }: Row) =>
		Object.assign({}, ...(changed_attributes as Row[])) as Record<string, Row>;
	const write = (body: Row, path = talk, token?: string) =>
		send('POST', `${path}/messages`, body, token);

	it('post JSON to the address as it was entered', async () => {
		await subscribe('message_created');
		await write({ content: 'Hello' });
		await arrived();
		expect(receiver.received).toMatchObject([
			{ method: 'POST', path: '/hook', query: [['secret', '1']] },
		]);
		expect(receiver.received[0].headers['content-type']).toBe('application/json');
	});

	it.each([
		[
			'message_created--incoming',
			() => write({ content: 'a <b> & c', message_type: 'incoming' }),
			{
				content: 'a <b> & c',
				message_type: 'incoming',
				private: false,
				account: { id: 1, name: 'Acme Support' },
				inbox: { id: 2, name: 'Mobile app' },
				sender: { id: 1, name: 'Amara Silva', account: { id: 1 } },
				conversation: {
					id: 240,
					channel: 'Channel::Api',
					contact_inbox: { contact_id: 1, inbox_id: 2, source_id: 'app-user-1' },
					meta: { sender: { id: 1, type: 'contact' }, assignee: null, assignee_type: null },
					messages: [{ content: 'a <b> & c', message_type: 0, sender_type: 'Contact' }],
				},
			},
		],
		[
			'message_created--outgoing',
			() => write({ content: 'Yes', source_id: 'own-1', content_attributes: { mark: 1 } }),
			{
				content: 'Yes',
				message_type: 'outgoing',
				source_id: 'own-1',
				content_attributes: { mark: 1 },
				sender: { id: 1, name: 'Ada Lindqvist', email: 'ada@acme.example', type: 'user' },
				conversation: { messages: [{ content: 'Yes', message_type: 1, sender_type: 'User' }] },
			},
		],
		[
			'message_created--private-note',
			() => write({ content: 'Careful', private: true }),
			{
				content: 'Careful',
				message_type: 'outgoing',
				private: true,
				conversation: { messages: [{ message_type: 0, sender: { type: 'contact' } }] },
			},
		],
		[
			'message_created--bot-reply-account',
			() => write({ content: 'I am a bot' }, talk, sandbox.tokens.bot),
			{
				sender: { id: 1, name: 'Helper bot', type: 'agent_bot' },
				conversation: {
					messages: [{ sender_type: 'AgentBot', sender: { id: 1, type: 'agent_bot' } }],
				},
			},
		],
		[
			'conversation_created--api-with-message',
			() =>
				send('POST', `${account}/conversations`, {
					...{ inbox_id: 2, contact_id: 1, assignee_id: 3, team_id: 2 },
					message: { content: 'Welcome' },
				}),
			{
				status: 'open',
				messages: [{ content: 'Welcome', message_type: 1 }],
				meta: {
					assignee: { id: 3, name: 'Lin Zhang', type: 'user' },
					assignee_type: 'User',
					team: { id: 2, name: 'billing' },
				},
			},
		],
		[
			'conversation_status_changed--resolved',
			async () => {
				await send('PATCH', `${account}/inboxes/2`, { csat_survey_enabled: false });
				await write({ content: 'Done' });
				return await send('POST', `${talk}/toggle_status`, { status: 'resolved' });
			},
			{ id: 240, status: 'resolved', changed_attributes: null },
		],
		[
			'contact_created--api',
			() => send('POST', `${account}/contacts`, { name: 'Una', email: 'una@example.com' }),
			{ name: 'Una', email: 'una@example.com', account: { id: 1 } },
		],
		[
			'contact_updated--labels',
			() => send('POST', `${account}/contacts/2/labels`, { labels: ['vip', 'bug'] }),
			{ id: 2, name: 'Bruno Silva' },
		],
		[
			'conversation_updated--labels',
			() => send('POST', `${talk}/labels`, { labels: ['bug'] }),
			{ id: 240, labels: ['bug'] },
		],
		[
			'message_created--incoming-public',
			() => send('POST', `${customer}/messages`, { content: 'Via the public API' }, ''),
			{ content: 'Via the public API', message_type: 'incoming', sender: { name: 'Amara Silva' } },
		],
		[
			'message_created--csat-template',
			() => send('POST', `${talk}/toggle_status`, { status: 'resolved' }),
			{
				content_type: 'input_csat',
				message_type: 'template',
				sender: null,
				conversation: { messages: [{ message_type: 3, sender_id: null, sender_type: null }] },
			},
		],
		[
			'message_updated--csat-submitted',
			async () => {
				await send('POST', `${talk}/toggle_status`, { status: 'resolved' });
				const { uuid } = (await ask(talk)).body as Row;
				const submitted_values = { csat_survey_response: { rating: 5, feedback_message: 'great' } };
				const path = `/public/api/v1/csat_survey/${String(uuid)}`;
				return await send('PUT', path, { message: { submitted_values } }, '');
			},
			{ content_attributes: { submitted_values: { csat_survey_response: { rating: 5 } } } },
		],
	])('have what the recorded %s has', async (name, cause, expected) => {
		const { event, body } = delivery(name);
		await subscribe(event);
		const { status } = await cause();
		expect(status).toBe(200);
		const [delivered, ...more] = await arrived();
		expect(more).toEqual([]);
		expect(delivered).toMatchObject({ ...expected, event });
		expect(JSON.stringify(delivered)).not.toContain('{base_url}');
		expect(differences(delivered, body)).toEqual([]);
	});

	it('render texts where the channel shows HTML', async () => {
		await subscribe('message_created');
		const { body } = await send('POST', `${account}/conversations`, {
			...{ inbox_id: 1, contact_id: 1 },
			message: { content: 'a < b & c' },
		});
		const [delivered] = await arrived();
		const { id } = body as Row;
		expect(delivered).toMatchObject({
			content: '<p>a &lt; b &amp; c</p>\n',
			conversation: { id, channel: 'Channel::WebWidget', messages: [{ content: 'a < b & c' }] },
		});
	});

	it.each([
		[
			'status',
			'open',
			'pending',
			() => send('POST', `${talk}/toggle_status`, { status: 'pending' }),
		],
		['priority', 'medium', null, () => send('POST', `${talk}/toggle_priority`, { priority: null })],
		['label_list', [], ['bug'], () => send('POST', `${talk}/labels`, { labels: ['bug'] })],
		[
			'custom_attributes',
			{},
			{ order: 7 },
			() => send('POST', `${talk}/custom_attributes`, { custom_attributes: { order: 7 } }),
		],
		['assignee_id', null, 3, () => send('POST', `${talk}/assignments`, { assignee_id: 3 })],
		['team_id', null, 2, () => send('POST', `${talk}/assignments`, { team_id: 2 })],
	])('tell exactly how %s changed', async (column, previous_value, current_value, change) => {
		await send('POST', `${talk}/toggle_priority`, { priority: 'medium' });
		await send('POST', `${talk}/labels`, { labels: [] });
		await subscribe('conversation_updated');
		await change();
		const [delivered, ...more] = await arrived();
		expect(more).toEqual([]);
		const { updated_at, ...changes } = changesOf(delivered);
		expect(changes).toEqual({ [column]: { previous_value, current_value } });
		expect(Date.parse(String(updated_at.current_value))).toBeGreaterThan(
			Date.parse(String(updated_at.previous_value)),
		);
	});

	it('tell two changes apart, however close', async () => {
		await subscribe('conversation_updated');
		const clock = jest.spyOn(Date, 'now').mockReturnValue(Date.now() + 1_000);
		for (const priority of ['low', 'high'])
			await send('POST', `${talk}/toggle_priority`, { priority });
		clock.mockRestore();
		const times = (await arrived()).map((body) => changesOf(body).updated_at);
		const [first, second] = times.sort((a, b) =>
			String(a.current_value).localeCompare(String(b.current_value)),
		);
		expect(second.previous_value).toBe(first.current_value);
		expect(second.current_value).not.toBe(first.current_value);
	});

	it('name pictures by the address of the sandbox', async () => {
		await subscribe('contact_created');
		const body = new FormData();
		body.append('name', 'Pia Picture');
		body.append('avatar', new Blob(['x'], { type: 'image/png' }), 'a.png');
		await ask(`${account}/contacts`, { method: 'POST', body });
		const picture = `${sandbox.url}/avatar.png`;
		expect(await arrived()).toMatchObject([{ avatar: picture, thumbnail: picture }]);
	});

	it('tell of a customer who comes back', async () => {
		await send('POST', `${talk}/toggle_status`, { status: 'resolved' });
		await subscribe('conversation_updated', 'conversation_status_changed', 'contact_updated');
		await write({ content: 'One more thing', message_type: 'incoming' });
		const bodies = await arrived();
		const [contact, status, updated] = bodies.sort((a, b) =>
			String(a.event) < String(b.event) ? -1 : 1,
		);
		expect(status).toMatchObject({ status: 'open', changed_attributes: null });
		expect(changesOf(updated).status).toEqual({
			previous_value: 'resolved',
			current_value: 'open',
		});
		expect(Object.keys(changesOf(contact))).toEqual(['updated_at', 'last_activity_at']);
	});

	it('are sent for what is subscribed to alone, and for changes alone', async () => {
		const webhook = await subscribe('contact_updated');
		await write({ content: 'Hello' });
		await send('PUT', `${account}/contacts/2`, { name: 'Bruno Silva' });
		await send('PUT', `${account}/contacts/2`, { custom_attributes: { tier: 'gold' } });
		const [delivered] = await arrived();
		expect(changesOf(delivered).custom_attributes).toEqual({
			previous_value: { plan: 'team' },
			current_value: { plan: 'team', tier: 'gold' },
		});
		const path = `${account}/webhooks/${webhook.id}`;
		await send('PATCH', path, { subscriptions: ['message_created'] });
		await send('PUT', `${account}/contacts/2`, { name: 'Bruno' });
		await write({ content: 'Joined', message_type: 'activity' });
		await write({ content: 'Hello again' });
		await arrived();
		await ask(path, { method: 'DELETE' });
		await write({ content: 'Nobody listens' });
		expect(await arrived()).toMatchObject([
			{ event: 'contact_updated' },
			{ event: 'message_created', content: 'Hello again' },
		]);
	});

	it('hold up neither replies nor the end, whatever the receivers do', async () => {
		// One takes connections and never answers; nobody listens at the other's address.
		const silent = createServer();
		await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
		const { port } = silent.address() as AddressInfo;
		const gone = await listen(() => ({ status: 200 }));
		await gone.close();
		const connected = new Promise((resolve) => silent.once('connection', resolve));
		for (const url of [`http://127.0.0.1:${port}`, gone.url, 'see http://x', receiver.url])
			expect((await send('POST', `${account}/webhooks`, { url })).status).toBe(200);
		// None of them ends the wait for the one that is silent.
		const timeouts = timeoutsByHand();
		await write({ content: 'Hello' });
		expect(timeouts.milliseconds()).toEqual([5_000, 5_000, 5_000, 5_000]);
		expect(await arrived()).toMatchObject([{ event: 'message_created' }]);
		const socket = (await connected) as Socket;
		await Promise.all([once(socket.resume(), 'close'), sandbox.close()]);
		await new Promise((resolve) => silent.close(resolve));
	});
});

/** The reply of a recorded call. */
const recordedReply = (operation: string, name: string) => {
	const { status, body } = recording(operation, name).response;
	return { status, body };
};

describe('provisioning', () => {
	const platform = '/platform/api/v1';
	const make = (path: string, body: unknown) =>
		send('POST', platform + path, body, sandbox.tokens.platform);
	const read = (path: string) => ask(platform + path, { token: sandbox.tokens.platform });
	const una = { name: 'Una', email: 'Una@Tenant.example', password: 'Passw0rd!' };

	it('keeps accounts, users and who is in which, with the roles', async () => {
		const { body: tenant } = await make('/accounts', { name: 'Tenant' });
		const { id } = tenant as Row;
		expect(differences(tenant, recordedReply('platform.account.create', 'ok').body)).toEqual([]);
		expect((await read(`/accounts/${id}`)).body).toEqual(tenant);
		const { body: all } = await read('/accounts');
		expect(all).toMatchObject([
			{ id: 1, name: 'Acme Support' },
			{ id, name: 'Tenant' },
		]);
		expect(differences(all, recordedReply('platform.account.list', 'ok').body)).toEqual([]);
		expect((await read('/accounts/99999')).status).toBe(404);

		const { email, name } = una;
		const refused = await make('/users', { name, email });
		expect(refused).toMatchObject(recordedReply('platform.user.create', 'missing-password'));
		const { body: user } = await make('/users', una);
		expect(user).toMatchObject({ name, email: 'una@tenant.example', uid: 'una@tenant.example' });
		expect(differences(user, recordedReply('platform.user.create', 'ok').body)).toEqual([]);
		const { id: user_id } = user as Row;
		const again = await make('/users', { name: 'Other', email: 'UNA@tenant.EXAMPLE' });
		expect(again).toMatchObject({ status: 200, body: user });
		expect(again.body).toMatchObject({ accounts: [] });

		const members = `/accounts/${id}/account_users`;
		expect((await read(members)).body).toEqual([]);
		const { body: member } = await make(members, { user_id: String(user_id) });
		expect(member).toMatchObject({ user_id, account_id: id, role: 'agent' });
		const recorded = recordedReply('platform.account_user.create', 'ok').body;
		expect(differences(member, recorded)).toEqual([]);
		await make(members, { user_id, role: 'administrator' });
		await make(members, { user_id });
		const { body: list } = await read(members);
		expect(list).toMatchObject([{ user_id, role: 'administrator' }]);
		expect(list).toHaveLength(1);
		await make('/accounts/1/account_users', { user_id });
		const accounts = [
			{ id, name: 'Tenant', active_at: null, role: 'administrator' },
			{ id: 1, name: 'Acme Support', active_at: null, role: 'agent' },
		];
		expect((await make('/users', una)).body).toMatchObject({ id: user_id, accounts });
		expect((await read(`/users/${user_id}`)).body).toMatchObject({ id: user_id, accounts });
		expect(await make(members, { user_id: 99999 })).toMatchObject(
			recordedReply('platform.account_user.create', 'unknown-user'),
		);
	});

	it('lets the new user answer', async () => {
		const { access_token, id } = (await make('/users', una)).body as Row;
		const token = String(access_token);
		const messages = `${account}/conversations/240/messages`;
		const { body } = await send('POST', messages, { content: 'Hello' }, token);
		const sender = { id, name: 'Una', available_name: 'Una', type: 'user' };
		expect(body).toMatchObject({ content: 'Hello', message_type: 1, sender });
		expect((await ask('/api/v1/profile', { token })).body).toMatchObject({ id, name: 'Una' });
	});
});

describe('the customer', () => {
	const contacts = '/public/api/v1/inboxes/acme-mobile-app/contacts';
	const post = (path: string, body: unknown) => send('POST', path, body, '');
	const see = (path: string) => ask(path, { token: '' });
	/** A new customer's conversation. */
	const begun = async () => {
		const contact = { source_id: 'una/1', name: 'Una', email: 'una@example.com' };
		const { body: created } = await post(contacts, contact);
		const talks = `${contacts}/una%2F1/conversations`;
		const { body } = await post(talks, { custom_attributes: { order: 7 } });
		const { id, uuid } = body as { id: number; uuid: string };
		const [talk, internal] = [`${talks}/${id}`, `${account}/conversations/${id}`];
		const survey = `/public/api/v1/csat_survey/${uuid}`;
		return { created: created as Row, body, id, talk, internal, survey };
	};

	it('is a contact of the account and begins a conversation', async () => {
		const { created, body, id, internal } = await begun();
		expect(created).toMatchObject({ source_id: 'una/1', name: 'Una', email: 'una@example.com' });
		expect(differences(created, recordedReply('public.contact.create', 'ok').body)).toEqual([]);
		const contact = { id: created.id, name: 'Una' };
		expect(body).toMatchObject({ id, inbox_id: 2, status: 'open', messages: [], contact });
		expect(differences(body, recordedReply('public.conversation.create', 'ok').body)).toEqual([]);
		expect((await ask(internal)).body).toMatchObject({
			inbox_id: 2,
			custom_attributes: { order: 7 },
			meta: { sender: { id: created.id, email: 'una@example.com' }, channel: 'Channel::Api' },
		});
		expect((await post(`${contacts}/nobody/conversations`, {})).status).toBe(404);
		expect((await post(contacts.replace('acme', 'other'), { name: 'X' })).status).toBe(404);
		expect((await see(`${contacts}/app-user-1/conversations/${id}`)).status).toBe(404);
	});

	it('writes, and reads what agents answer, but no notes', async () => {
		const { id, talk, internal } = await begun();
		const message = await post(`${talk}/messages`, { content: 'Hello' });
		const sender = { name: 'Una', type: 'contact' };
		expect(message.body).toMatchObject({ content: 'Hello', message_type: 0, sender });
		const reply = recordedReply('public.message.create', 'ok').body;
		expect(differences(message.body, reply)).toEqual([]);
		await send('POST', `${internal}/messages`, { content: 'Careful', private: true });
		await send('POST', `${internal}/messages`, { content: 'Hi Una' });
		const visible = [
			{ content: 'Hello', message_type: 0, conversation_id: id, sender },
			{ content: 'Hi Una', message_type: 1, sender: { type: 'user', name: 'Ada Lindqvist' } },
		];
		const { body: list } = await see(`${talk}/messages`);
		expect(list).toMatchObject(visible);
		const [shape] = recordedReply('public.message.list', 'ok').body as Row[];
		expect(differences((list as Row[])[0], shape)).toEqual([]);
		const { body: shown } = await see(talk);
		expect(shown).toMatchObject({ id, messages: visible });
		const { body } = await ask(`${internal}/messages`);
		expect((body as { payload: Row[] }).payload).toHaveLength(3);
	});

	it('rates a resolved conversation where the inbox asks for it', async () => {
		const { talk, internal, survey } = await begun();
		await send('POST', `${internal}/toggle_status`, { status: 'pending' });
		expect(await see(survey)).toMatchObject(recordedReply('public.csat_survey.get', 'no-survey'));
		for (const status of ['resolved', 'open', 'resolved'])
			await send('POST', `${internal}/toggle_status`, { status });
		const expected = [{ message_type: 3, content_type: 'input_csat' }];
		expect((await see(`${talk}/messages`)).body).toMatchObject(expected);
		expect((await ask(internal)).body).toMatchObject({ status: 'resolved', waiting_since: 0 });
		const { body: open } = await see(survey);
		expect(open).toMatchObject({ csat_survey_response: null, inbox_name: 'Mobile app' });
		expect(differences(open, recordedReply('public.csat_survey.get', 'ok').body)).toEqual([]);
		const rate = (csat_survey_response: Row) =>
			send('PUT', survey, { message: { submitted_values: { csat_survey_response } } }, '');
		const answer = { rating: 2, feedback_message: 'Slow' };
		expect((await rate(answer)).body).toEqual(open);
		const { body: rated } = await see(survey);
		expect(rated).toMatchObject({ csat_survey_response: answer });
		const recorded = recordedReply('public.csat_survey.get', 'readback').body;
		expect(differences(rated, recorded)).toEqual([]);
		expect((await rate({ rating: 5 })).body).toEqual(rated);
		expect((await see(survey)).body).toMatchObject({
			csat_survey_response: { rating: 5, feedback_message: null },
		});
	});

	it('is not asked where the inbox does not ask', async () => {
		const { internal, survey } = await begun();
		await send('PATCH', `${account}/inboxes/2`, { csat_survey_enabled: false });
		await send('POST', `${internal}/toggle_status`, { status: 'resolved' });
		expect((await see(survey)).status).toBe(404);
	});
});

it('replays what is recorded, and says loudly what is not kept', async () => {
	expect((await ask(`${account}/cache_keys`)).body).toHaveProperty('cache_keys');
	const stderr = jest.spyOn(console, 'error').mockImplementation();
	const error = `not kept here: POST ${account}/no_such_thing`;
	expect(await send('POST', `${account}/no_such_thing`, {})).toMatchObject({
		status: 501,
		body: { message: error },
	});
	expect(stderr).toHaveBeenCalledWith(expect.stringContaining(error));
	stderr.mockRestore();
	const broken = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{' };
	expect((await ask(`${account}/contacts`, broken)).status).toBe(400);
	const empty = { headers: { ...broken.headers } };
	expect((await ask(`${account}/macros`, { ...empty, method: 'GET' })).status).toBe(200);
	expect((await ask(`${account}/macros/1`, { ...empty, method: 'DELETE' })).status).toBe(200);
});

it('closes at once and leaves nothing open', async () => {
	await ask('/api');
	const port = Number(new URL(sandbox.url).port);
	// A request that never ends.
	const socket = connect(port, '127.0.0.1').resume();
	await once(socket, 'connect');
	socket.write('GET /api HTTP/1.1\r\n');
	await ask('/api');
	await Promise.all([once(socket, 'close'), sandbox.close()]);
	// The port is free again: another server may listen on it.
	const server = createServer();
	await new Promise<void>((resolve, reject) => {
		server.once('error', reject).listen(port, '127.0.0.1', resolve);
	});
	await new Promise((resolve) => server.close(resolve));
});
