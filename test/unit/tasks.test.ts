import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import { startSandbox } from '../../sandbox/server';
import { faults, says, serveFaults, type Fault, type Seen } from '../support/faults';
import { json, runAt } from '../support/run';
import type { Answer } from '../support/server';

jest.setTimeout(60_000);

type Row = IDataObject & { id: number };
type Rows = Row[];

const account = '/api/v1/accounts/1';

let sandbox: Awaited<ReturnType<typeof startSandbox>>;
let ends: Array<() => Promise<unknown>>;

beforeEach(async () => {
	sandbox = await startSandbox();
	ends = [() => sandbox.close()];
});
afterEach(async () => await Promise.all(ends.map(async (end) => await end())));

/** Asks the sandbox itself. */
async function ask(
	method: string,
	path: string,
	body?: unknown,
): Promise<Answer & { json: never }> {
	const content = method === 'GET' || method === 'DELETE' ? undefined : JSON.stringify(body);
	const reply = await fetch(sandbox.url + path, {
		method,
		headers: {
			api_access_token: sandbox.tokens.user,
			...(content === undefined ? {} : { 'content-type': 'application/json' }),
		},
		body: content,
	});
	const text = await reply.text();
	return {
		status: reply.status,
		headers: { 'content-type': reply.headers.get('content-type') ?? '' },
		body: text,
		json: (text ? JSON.parse(text) : undefined) as never,
	};
}

const bodyOf = ({ body }: Seen) => JSON.parse(body.toString() || '{}') as IDataObject;
const requestOf = ({ method, path }: Seen) => `${method} ${path.replace(account, '')}`;

interface Between {
	/** Answers in place of the sandbox, or does something before it answers. */
	first?: (request: string, body: IDataObject) => Answer | void | Promise<Answer | void>;
	fault?: (request: string) => Fault | undefined;
}

/** A server before the sandbox, which keeps what it received. */
async function between({ first, fault }: Between = {}) {
	const server = await serveFaults({
		fault: (seen) => fault?.(requestOf(seen)),
		answer: async (seen) => {
			const own = await first?.(requestOf(seen), bodyOf(seen));
			const query = new URLSearchParams(seen.query).toString();
			return own ?? (await ask(seen.method, `${seen.path}?${query}`, bodyOf(seen)));
		},
	});
	ends.push(() => server.close());
	return {
		url: server.url,
		requests: () => server.received.map(requestOf),
		bodies: (request: string) =>
			server.received.filter((seen) => requestOf(seen) === request).map(bodyOf),
	};
}

type Options = Partial<Parameters<typeof runAt>[3]> & { url?: string };

async function run(name: string, parameters: IDataObject, { url, ...options }: Options = {}) {
	const { items, error } = await runAt(url ?? sandbox.url, name, parameters, {
		credentials: { api_access_token: sandbox.tokens.user },
		...options,
	});
	return { items: items.map((item) => item.json as Row), error };
}

/** What it gives where nothing may go wrong. */
async function did(...given: Parameters<typeof run>): Promise<Rows> {
	const { items, error } = await run(...given);
	if (error) throw new Error(`${error.message} ${error.description}`);
	return items;
}

const inputs = (count: number, each: (index: number) => IDataObject = () => ({})) =>
	Array.from({ length: count }, (_, index): INodeExecutionData => ({ json: each(index) }));

const contactsWith = async (text: string) =>
	(
		(await ask('GET', `${account}/contacts/search?q=${encodeURIComponent(text)}`)).json as {
			payload: Rows;
		}
	).payload;

const conversationsOf = async (id: number) =>
	((await ask('GET', `${account}/contacts/${id}/conversations`)).json as { payload: Rows }).payload;

const messagesOf = async (id: number) =>
	((await ask('GET', `${account}/conversations/${id}/messages`)).json as { payload: Rows }).payload;

/** Requests that may change something. */
const changes = (requests: string[]) =>
	requests.filter((request) => !/^GET |\/filter$/.test(request));

const count = (rows: Rows, key = 'action') => {
	const counts: Record<string, number> = {};
	for (const row of rows) counts[String(row[key])] = (counts[String(row[key])] ?? 0) + 1;
	return counts;
};

describe('Contact: Create or Update', () => {
	const parameters = {
		additional_fields: {
			email: '={{ $json.email }}',
			name: '={{ $json.name }}',
			identifier: '={{ $json.identifier }}',
			phone_number: '={{ $json.phone_number }}',
		},
	};

	test('makes one contact of 20 items, and nothing new the second time', async () => {
		const items = inputs(20, (index) => ({
			email: index % 2 ? 'New.One@x.example' : 'new.one@x.example',
			name: `Name ${Math.floor(index / 10)}`,
		}));
		const first = await did('contact.upsert', parameters, { items });
		expect(new Set(first.map(({ id }) => id)).size).toBe(1);
		expect(first.map(({ action }) => action)).toEqual([
			...['created', ...Array<string>(9).fill('unchanged')],
			...['updated', ...Array<string>(9).fill('unchanged')],
		]);
		expect(await contactsWith('new.one')).toMatchObject([{ id: first[0].id, name: 'Name 1' }]);
		const { url, requests } = await between();
		const again = items.slice(10);
		const second = await did('contact.upsert', parameters, { items: again, url });
		expect(count(second)).toEqual({ unchanged: 10 });
		expect(changes(requests())).toEqual([]);
	});

	test('makes one contact in 20 executions at the same moment', async () => {
		const additional_fields = { email: 'new.one@x.example' };
		const all = await Promise.all(
			inputs(20).map(async () => (await did('contact.upsert', { additional_fields }))[0]),
		);
		expect(new Set(all.map(({ id }) => id)).size).toBe(1);
		expect(count(all)).toEqual({ created: 1, unchanged: 19 });
	});

	test('knows a contact by any of its keys, also one that an item before it set', async () => {
		const { url, requests } = await between();
		const items = [
			{ json: { email: 'x@x.example' } },
			{ json: { identifier: 'crm-x', email: 'X@x.example' } },
			{ json: { identifier: 'crm-x', phone_number: '+4930111' } },
			{ json: { phone_number: '+4930111', name: 'Xenia' } },
		];
		const given = await did('contact.upsert', parameters, { items, url });
		const [{ id }] = given;
		expect(given.map((row) => [row.id, row.action])).toEqual([
			[id, 'created'],
			...Array<unknown>(3).fill([id, 'updated']),
		]);
		expect(given[3]).toMatchObject({ identifier: 'crm-x', email: 'x@x.example', name: 'Xenia' });
		expect(changes(requests())).toEqual([
			'POST /contacts',
			...Array<string>(3).fill(`PUT /contacts/${id}`),
		]);
	});

	test('sends what differs alone, of attributes too', async () => {
		const nested = { a: 1, b: [1, { c: 2, d: null }] };
		await ask('PUT', `${account}/contacts/1`, { custom_attributes: { nested } });
		const { url, bodies } = await between();
		const [given] = await did(
			'contact.upsert',
			{
				additional_fields: {
					identifier: 'crm-1001',
					name: 'Amara Silva',
					blocked: false,
					additional_attributes: { city: 'Oslo', country: 'Norge' },
					custom_attributes: {
						...{ plan: 'free', tags: ['a', { b: 1 }] },
						nested: { b: [1, { d: null, c: 2 }], a: 1 },
					},
				},
			},
			{ url },
		);
		expect(bodies('PUT /contacts/1')).toEqual([
			{ additional_attributes: { country: 'Norge' }, custom_attributes: { tags: ['a', { b: 1 }] } },
		]);
		expect(given).toMatchObject({
			action: 'updated',
			additional_attributes: { city: 'Oslo', country: 'Norge' },
		});
	});

	test('refuses keys of two contacts, and names both', async () => {
		const { url, requests } = await between();
		const fields = { identifier: 'crm-1001', email: 'bruno.silva@blueharbor.example' };
		const { error } = await run('contact.upsert', { additional_fields: fields }, { url });
		expect(error?.message).toBe(
			'Identifier belongs to contact 1, Email to contact 2: merge the two, or leave one out',
		);
		expect(changes(requests())).toEqual([]);
	});

	test('finds the contact that somebody else creates in between', async () => {
		const fields = { email: 'race@x.example', name: 'Ours' };
		let raced = false;
		const { url, requests } = await between({
			first: async (request) => {
				if (request !== 'POST /contacts' || raced) return;
				raced = true;
				await ask('POST', `${account}/contacts`, { email: 'race@x.example', name: 'Theirs' });
			},
		});
		const [given] = await did('contact.upsert', { additional_fields: fields }, { url });
		expect(given).toMatchObject({ action: 'updated', name: 'Ours' });
		expect(requests()).toEqual([
			'POST /contacts/filter',
			'POST /contacts',
			'POST /contacts/filter',
			`PUT /contacts/${given.id}`,
		]);
		expect(await contactsWith('race@x.example')).toHaveLength(1);
	});

	test('passes on a refusal that is no race', async () => {
		const refusal = { message: 'Email Invalid email', attributes: ['email'] };
		const { url } = await between({
			first: (request) => (request === 'POST /contacts' ? json(refusal, 422) : undefined),
		});
		const parameters = { additional_fields: { email: 'odd@x' } };
		const { error } = await run('contact.upsert', parameters, { url });
		expect([error?.message, error?.httpCode]).toEqual(['Email Invalid email', '422']);
	});

	test('makes one contact although the answer to the first create was lost', async () => {
		let lost = false;
		const { url, requests } = await between({
			fault: (request) => {
				if (request !== 'POST /contacts' || lost) return undefined;
				lost = true;
				return faults['reset after acting'];
			},
		});
		const parameters = { additional_fields: { email: 'lost@x.example' } };
		const [given] = await did('contact.upsert', parameters, { url });
		expect(given).toMatchObject({ action: 'unchanged', email: 'lost@x.example' });
		expect(requests().filter((request) => request === 'POST /contacts')).toHaveLength(2);
		expect(await contactsWith('lost@x.example')).toHaveLength(1);
	});

	test('says what was done where the update fails', async () => {
		const { url } = await between({
			first: (request) =>
				request.startsWith('PUT') ? json({ message: 'Name is too long' }, 422) : undefined,
		});
		const fields = { identifier: 'crm-1001', name: 'Other' };
		const { error } = await run('contact.upsert', { additional_fields: fields }, { url });
		expect(error?.message).toBe('Updating it failed: Name is too long');
		expect(error?.description).toContain('Done before: contact 1 was found.');
	});

	test('sends nothing without a key', async () => {
		const { url, requests } = await between();
		const { error } = await run('contact.upsert', { additional_fields: { name: 'X' } }, { url });
		expect(error?.message).toBe(
			'Set Identifier, Email, Phone Number or several: the contact is known by them',
		);
		expect(requests()).toEqual([]);
	});
});

describe('Contact: Find', () => {
	test.each([
		['email', 'AMARA.silva@northwind.example', 1],
		['identifier', 'crm-1002', 2],
		['phone_number', '+14155550102', 3],
	])('by %s', async (find_by, value, id) => {
		const found = await did('contact.find', { find_by, [find_by]: value, if_none: 'error' });
		expect(found).toMatchObject([{ action: 'found', id }]);
	});

	test('does not take a part or another case of an identifier for it', async () => {
		await ask('POST', `${account}/contacts`, { identifier: 'Case-1' });
		const { id } = (
			(await ask('POST', `${account}/contacts`, { identifier: 'CASE-1' })).json as {
				payload: { contact: Row };
			}
		).payload.contact;
		const find = async (identifier: string, if_none = 'nothing') =>
			await run('contact.find', { find_by: 'identifier', identifier, if_none });
		expect((await find('CASE-1')).items).toMatchObject([{ id }]);
		expect(await find('case-1')).toMatchObject({ items: [], error: undefined });
		expect((await find('Case', 'error')).error?.message).toBe('No contact has this identifier');
	});
});

describe('Contact: Merge Duplicates', () => {
	/** The sandbox does not merge: the one that goes is deleted. */
	const merging = async () =>
		await between({
			first: async (request, body) => {
				if (request !== 'POST /actions/contact_merge') return;
				await ask('DELETE', `${account}/contacts/${body.mergee_contact_id as number}`);
				const kept = await ask('GET', `${account}/contacts/${body.base_contact_id as number}`);
				return json((kept.json as { payload: Row }).payload);
			},
		});

	const spelled = async () => {
		const created: number[] = [];
		for (const fields of [
			{ identifier: 'crm-7 ', name: 'First' },
			{ identifier: 'CRM-7', phone_number: '+4930222' },
			{ identifier: 'crm-70', phone_number: '+49302223' },
			{ phone_number: 'tel:+4930222', name: 'Fourth' },
		]) {
			const { json: reply } = await ask('POST', `${account}/contacts`, fields);
			created.push((reply as { payload: { contact: Row } }).payload.contact.id);
		}
		return created;
	};

	test('lists them, and merges nothing unless it is told to', async () => {
		const { url, requests } = await merging();
		const [first, second, , fourth] = await spelled();
		const [given] = await did(
			'contact.mergeDuplicates',
			{ contact_id: second, dry_run: true, keep: 'oldest' },
			{ url },
		);
		expect(given).toMatchObject({
			...{ action: 'would_merge', id: first, name: 'First' },
			duplicates: [
				{ id: second, same: ['identifier'] },
				{ id: fourth, name: 'Fourth', same: ['phone_number'] },
			],
		});
		expect(changes(requests())).toEqual([]);
	});

	test.each(['oldest', 'chosen'])('merges them into the %s', async (keep) => {
		const { url, bodies } = await merging();
		const [first, second, third, fourth] = await spelled();
		const parameters = { contact_id: second, dry_run: false, keep };
		const kept = keep === 'oldest' ? first : second;
		const others = [first, second, fourth].filter((id) => id !== kept);
		const [given] = await did('contact.mergeDuplicates', parameters, { url });
		expect(given).toMatchObject({ action: 'merged', id: kept });
		expect(bodies('POST /actions/contact_merge')).toEqual(
			others.map((id) => ({ base_contact_id: kept, mergee_contact_id: id })),
		);
		const again = await did(
			'contact.mergeDuplicates',
			{ ...parameters, contact_id: kept },
			{ url },
		);
		expect(again).toMatchObject([{ action: 'none', id: kept, duplicates: [] }]);
		expect((await ask('GET', `${account}/contacts/${third}`)).status).toBe(200);
	});

	test('says which were merged where one fails', async () => {
		const [first, second, , fourth] = await spelled();
		const { url } = await between({
			first: (request, body) => {
				if (request !== 'POST /actions/contact_merge') return undefined;
				return body.mergee_contact_id === fourth
					? json({ error: 'Resource could not be found' }, 404)
					: json({ id: first });
			},
		});
		const parameters = { contact_id: first, dry_run: false, keep: 'oldest' };
		const { error } = await run('contact.mergeDuplicates', parameters, { url });
		// The first one has no phone number.
		expect(error).toBeUndefined();
		const { error: failed } = await run(
			'contact.mergeDuplicates',
			{ ...parameters, contact_id: second },
			{ url },
		);
		expect(failed?.message).toBe(`Merging contact ${fourth} failed: Resource could not be found`);
		expect(failed?.description).toContain(
			`Done before: contact ${second} was merged into contact ${first}.`,
		);
	});
});

describe('Conversation: Find or Create', () => {
	/** A contact that has no conversation yet. */
	const newcomer = async () => {
		const { json: reply } = await ask('POST', `${account}/contacts`, {
			email: 'newcomer@x.example',
			inbox_id: 2,
			source_id: 'own-address',
		});
		return (reply as { payload: { contact: Row } }).payload.contact.id;
	};
	const parameters = { inbox_id: 2, if_resolved: 'reopen' };

	test('starts one conversation for 20 items, at the address of the contact', async () => {
		const contact_id = await newcomer();
		const { url, bodies } = await between();
		const items = inputs(20);
		const first = await did(
			'conversation.findOrCreate',
			{ contact_id, ...parameters },
			{ items, url },
		);
		expect(count(first)).toEqual({ created: 1, found: 19 });
		expect(await conversationsOf(contact_id)).toHaveLength(1);
		expect(bodies('POST /conversations')).toEqual([
			{ inbox_id: 2, contact_id, source_id: 'own-address' },
		]);
		const second = await did('conversation.findOrCreate', { contact_id, ...parameters }, { items });
		expect(count(second)).toEqual({ found: 20 });
		expect(new Set([...first, ...second].map(({ id }) => id)).size).toBe(1);
		const elsewhere = { contact_id, ...parameters, inbox_id: 3 };
		expect(await did('conversation.findOrCreate', elsewhere)).toMatchObject([
			{ action: 'created', inbox_id: 3 },
		]);
	});

	test.each([
		['open', 'found', 'open'],
		['pending', 'found', 'pending'],
		['snoozed', 'found', 'snoozed'],
		['resolved', 'reopened', 'open'],
	])('the newest that is %s is %s', async (status, action, after) => {
		const contact_id = await newcomer();
		const ids: number[] = [];
		for (const one of ['resolved', 'resolved', status]) {
			const { json: made } = await ask('POST', `${account}/conversations`, {
				inbox_id: 2,
				contact_id,
			});
			ids.push((made as Row).id);
			await ask('POST', `${account}/conversations/${ids.at(-1)}/toggle_status`, { status: one });
		}
		const found = await did('conversation.findOrCreate', { contact_id, ...parameters });
		expect(found).toMatchObject([{ action, id: ids[2], status: after }]);
		expect(await conversationsOf(contact_id)).toHaveLength(3);
	});

	test('starts a new one beside a resolved one where it is told to', async () => {
		const contact_id = await newcomer();
		const { json: made } = await ask('POST', `${account}/conversations`, {
			inbox_id: 2,
			contact_id,
		});
		await ask('POST', `${account}/conversations/${(made as Row).id}/toggle_status`, {});
		const apart = { contact_id, ...parameters, if_resolved: 'create' };
		const found = await did('conversation.findOrCreate', apart, { items: inputs(3) });
		expect(count(found)).toEqual({ created: 1, found: 2 });
		expect(found[0].id).not.toBe((made as Row).id);
	});

	test('finds one that the list of the contact does not hold', async () => {
		const row = (id: number, status: string) => ({ id, inbox_id: 2, status });
		const resolved = (from: number, length: number) =>
			Array.from({ length }, (_, index) => row(from - index, 'resolved'));
		const asked: string[][] = [];
		const { url } = await between({
			first: (request) => {
				if (request === 'GET /contacts/9/conversations') return json({ payload: resolved(90, 20) });
				if (request === 'GET /contacts/9')
					return json({
						payload: {
							id: 9,
							contact_inboxes: [
								{ source_id: 'elsewhere', inbox: { id: 3 } },
								{ source_id: 'one', inbox: { id: 2 } },
							],
						},
					});
				if (request !== 'GET /conversations') return undefined;
				asked.push([request]);
				return json({
					data: { payload: asked.length === 1 ? resolved(90, 25) : [row(40, 'pending')] },
				});
			},
		});
		const found = await did('conversation.findOrCreate', { contact_id: 9, ...parameters }, { url });
		expect(found).toMatchObject([{ action: 'found', id: 40, status: 'pending' }]);
		expect(asked).toHaveLength(2);
	});

	test.each([
		['Channel::Whatsapp', undefined],
		['Channel::Telegram', 'new'],
	])('in %s the address is %s', async (channel_type, source_id) => {
		const inbox = { id: 2, channel_type };
		const links = ['old', 'new'].map((source) => ({ source_id: source, inbox }));
		const { url, bodies } = await between({
			first: (request) => {
				if (request === 'GET /contacts/9/conversations') return json({ payload: [] });
				if (request === 'GET /contacts/9')
					return json({ payload: { id: 9, contact_inboxes: links } });
				return request === 'POST /conversations' ? json({ id: 7 }) : undefined;
			},
		});
		await did('conversation.findOrCreate', { contact_id: 9, ...parameters }, { url });
		const [body] = bodies('POST /conversations');
		expect(body).toEqual({ inbox_id: 2, contact_id: 9, ...(source_id && { source_id }) });
	});

	test('opens the one conversation that a locked inbox gives again', async () => {
		const only = { id: 7, inbox_id: 2, status: 'resolved' };
		const { url } = await between({
			first: (request) => {
				if (request === 'GET /contacts/1/conversations') return json({ payload: [only] });
				if (request === 'GET /conversations/7') return json({ ...only, status: 'open' });
				return request.startsWith('POST /conversations') ? json(only) : undefined;
			},
		});
		const parts = { contact_id: 1, inbox_id: 2, if_resolved: 'create' };
		const found = await did('conversation.findOrCreate', parts, { url });
		expect(found).toMatchObject([{ action: 'reopened', ...only, status: 'open' }]);
	});

	test('never starts a second one for a lost answer, also with Retry Creates', async () => {
		const contact_id = await newcomer();
		const { url, requests } = await between({
			fault: (request) =>
				request === 'POST /conversations' ? faults['reset after acting'] : undefined,
		});
		const { error } = await run(
			'conversation.findOrCreate',
			{ contact_id, ...parameters, requestOptions: { retryCreates: true } },
			{ url },
		);
		expect(error?.message).toMatch(/^Starting a conversation failed: The connection was closed/);
		expect(error?.description).toContain('The record may have been created');
		expect(changes(requests())).toEqual(['POST /conversations']);
		const found = await did('conversation.findOrCreate', { contact_id, ...parameters });
		expect(count(found)).toEqual({ found: 1 });
	});
});

describe('Conversation: Hand Over', () => {
	const everything = {
		note: 'Please call back',
		team_id: 1,
		assignee_id: 3,
		labels: ['refund'],
		priority: 'urgent',
		status: 'pending',
	};
	const path = '/conversations/240';

	test('does it in order, and gives back what it did', async () => {
		const { url, requests, bodies } = await between();
		await ask('POST', `${account}${path}/labels`, { labels: ['vip'] });
		const parameters = { conversation_id: 240, additional_fields: everything };
		const [given] = await did('conversation.handOver', parameters, { url });
		expect(requests()).toEqual([
			`POST ${path}/messages`,
			`POST ${path}/assignments`,
			`POST ${path}/assignments`,
			`GET ${path}/labels`,
			`POST ${path}/labels`,
			`POST ${path}/toggle_priority`,
			`POST ${path}/toggle_status`,
		]);
		expect(bodies(`POST ${path}/assignments`)).toEqual([{ team_id: 1 }, { assignee_id: 3 }]);
		expect(given).toMatchObject({
			...{ action: 'handed_over', conversation_id: 240 },
			note: { content: 'Please call back', private: true },
			team: { id: 1, name: 'support' },
			assignee: { id: 3, name: 'Lin Zhang' },
			labels: ['vip', 'refund'],
			...{ priority: 'urgent', status: 'pending' },
		});
		expect((await ask('GET', `${account}${path}`)).json).toMatchObject({
			...{ status: 'pending', priority: 'urgent', labels: ['vip', 'refund'] },
			meta: { assignee: { id: 3 }, team: { id: 1 } },
		});
	});

	test('keeps the agent whom opening would have replaced', async () => {
		const { url, requests } = await between({
			// What the service does for the token of an agent.
			first: async (request) => {
				if (!request.endsWith('/toggle_status')) return;
				await ask('POST', `${account}${path}/assignments`, { assignee_id: 2 });
			},
		});
		const additional_fields = { assignee_id: 3, status: 'open', priority: 'none' };
		const [given] = await did(
			'conversation.handOver',
			{ conversation_id: 240, additional_fields },
			{ url },
		);
		expect(given).toMatchObject({ assignee: { id: 3 }, status: 'open', priority: null });
		expect((await ask('GET', `${account}${path}`)).json).toMatchObject({
			meta: { assignee: { id: 3 } },
		});
		expect(requests().at(-1)).toBe(`POST ${path}/assignments`);
	});

	test('says what was done where a step fails', async () => {
		const { url, requests } = await between();
		const additional_fields = { ...everything, assignee_id: 99 };
		const { error } = await run(
			'conversation.handOver',
			{ conversation_id: 240, additional_fields },
			{ url },
		);
		expect(error?.message).toBe(
			'Assigning the agent failed: There is no such agent: the conversation is unassigned now',
		);
		expect(error?.description).toContain('Done before: note, team.');
		expect(requests()).toHaveLength(3);
	});

	test('sends again what sets the same, the note never', async () => {
		const met = new Set<string>();
		const { url, requests } = await between({
			fault: (request) => {
				if (met.has(request) || request.startsWith('GET')) return undefined;
				met.add(request);
				return request.endsWith('/messages') ? undefined : faults['reset after acting'];
			},
		});
		const parameters = { conversation_id: 240, additional_fields: everything };
		const [given] = await did('conversation.handOver', parameters, { url });
		expect(given).toMatchObject({ labels: expect.arrayContaining(['refund']) as unknown });
		expect(requests().filter((request) => request === `POST ${path}/messages`)).toHaveLength(1);
		expect(requests().filter((request) => request === `POST ${path}/toggle_status`)).toHaveLength(
			2,
		);
	});

	test('hands over one after the other where items mean the same conversation', async () => {
		const { url, requests } = await between();
		const additional_fields = { note: '={{ $json.note }}', priority: 'low' };
		const items = inputs(5, (index) => ({ note: `Note ${index}` }));
		await did('conversation.handOver', { conversation_id: 240, additional_fields }, { items, url });
		expect(requests()).toEqual(
			items.flatMap(() => [`POST ${path}/messages`, `POST ${path}/toggle_priority`]),
		);
	});

	test('sends nothing where nothing is chosen', async () => {
		const { url, requests } = await between();
		const { error } = await run('conversation.handOver', { conversation_id: 240 }, { url });
		expect(error?.message).toBe('There is nothing to send: add at least one field');
		expect(requests()).toEqual([]);
	});
});

describe('Conversation: Resolve with Message', () => {
	const path = '/conversations/240';
	const parameters = { conversation_id: 240, content: 'Done!' };

	test('sends the message, then resolves', async () => {
		const { url, requests } = await between();
		const [given] = await did('conversation.resolveWithMessage', parameters, { url });
		expect(given).toMatchObject({
			...{ action: 'resolved', conversation_id: 240, status: 'resolved' },
			message: { content: 'Done!', message_type: 1 },
		});
		expect(requests()).toEqual([`POST ${path}/messages`, `POST ${path}/toggle_status`]);
		expect((await ask('GET', `${account}${path}`)).json).toMatchObject({ status: 'resolved' });
	});

	test('says that the message is out where resolving fails', async () => {
		const { url } = await between({
			fault: (request) =>
				request.endsWith('/toggle_status') ? says(json({ error: 'No' }, 500)) : undefined,
		});
		const { error } = await run('conversation.resolveWithMessage', parameters, { url });
		expect(error?.message).toBe('Resolving the conversation failed: No');
		expect(error?.description).toMatch(/Done before: message \d+ was sent\./);
	});
});

describe('Message: Send to Contact', () => {
	const parameters = {
		...{ send_to: 'email', email: 'new.one@x.example', inbox_id: 2, if_resolved: 'reopen' },
		...{ content_kind: 'text', content: '={{ $json.text }}' },
	};
	const items = inputs(20, (index) => ({ text: `Text ${index}` }));

	test('makes one contact and one conversation of 20 items, and nothing new the second time', async () => {
		const first = await did('message.sendToContact', parameters, { items });
		expect(count(first.map(({ contact }) => contact as Row))).toEqual({ created: 1, found: 19 });
		expect(count(first.map((row) => row.conversation as Row))).toEqual({ created: 1, found: 19 });
		const [{ id }] = await contactsWith('new.one@x.example');
		expect(await contactsWith('new.one@x.example')).toHaveLength(1);
		const [conversation] = await conversationsOf(id);
		expect(await conversationsOf(id)).toHaveLength(1);
		const texts = items.map((item) => item.json.text);
		const stored = await messagesOf(conversation.id);
		expect(stored.map(({ content }) => content)).toEqual(texts);
		expect(first.map((row) => (row.message as Row).content)).toEqual(texts);
		const second = await did('message.sendToContact', parameters, { items });
		expect(count(second.map(({ contact }) => contact as Row))).toEqual({ found: 20 });
		expect(count(second.map((row) => row.conversation as Row))).toEqual({ found: 20 });
	});

	test('starts one conversation for a contact that items know by different keys', async () => {
		const { json: reply } = await ask('POST', `${account}/contacts`, {
			...{ email: 'k@x.example', identifier: 'k', phone_number: '+4930333' },
		});
		const { id } = (reply as { payload: { contact: Row } }).payload.contact;
		const keys = { email: 'k@x.example', identifier: 'k', phone_number: '+4930333' };
		const own = { ...parameters, ...keys, content: 'Hi', send_to: '={{ $json.by }}' };
		const by = Object.keys(keys);
		const mixed = inputs(9, (index) => ({ by: by[index % 3] }));
		await did('message.sendToContact', own, { items: mixed });
		expect(await conversationsOf(id)).toHaveLength(1);
	});

	test('gives name and subject to what is new', async () => {
		const { url, bodies } = await between();
		await did(
			'message.sendToContact',
			{
				...{ ...parameters, inbox_id: 3, content: 'Hi' },
				additional_fields: {
					name: 'New One',
					mail_subject: 'Your order',
					cc_emails: 'c@x.example',
				},
			},
			{ url },
		);
		expect(bodies('POST /contacts')).toEqual([{ email: 'new.one@x.example', name: 'New One' }]);
		const [{ id }] = await contactsWith('new.one@x.example');
		expect(bodies('POST /conversations')).toEqual([
			{ inbox_id: 3, contact_id: id, additional_attributes: { mail_subject: 'Your order' } },
		]);
		const [{ id: number }] = await conversationsOf(id);
		expect(bodies(`POST /conversations/${number}/messages`)).toEqual([
			{ content: 'Hi', cc_emails: 'c@x.example' },
		]);
	});

	test('sends nothing where something is wrong', async () => {
		const { url, requests } = await between();
		const wrong = [
			{ ...parameters, content: '' },
			{ ...parameters, content: 'Hi', email: 'nobody' },
			{ ...parameters, content: 'Hi', inbox_id: 'x' },
			{ ...parameters, content_kind: 'none', additional_fields: { cc_emails: 'c@x.example' } },
		];
		const messages: unknown[] = [];
		for (const one of wrong)
			messages.push((await run('message.sendToContact', one, { url })).error?.message);
		expect(messages).toEqual([
			'Text is empty: fill it in',
			'Email must be an e-mail address such as name@example.com',
			'Inbox must be a numeric ID, not "x"',
			'There is nothing to send: add a file or a template',
		]);
		expect(requests()).toEqual([]);
	});
});

describe('a message whose answer is lost', () => {
	const toContact = {
		...{ send_to: 'identifier', identifier: 'crm-1001', inbox_id: 2, if_resolved: 'reopen' },
		...{ content_kind: 'text', content: 'Once' },
	};
	const tasks: Array<[string, IDataObject]> = [
		['message.sendToContact', toContact],
		['conversation.handOver', { additional_fields: { note: 'Once', status: 'open' } }],
		['conversation.resolveWithMessage', { content: 'Once' }],
	];
	const each = tasks.flatMap((task) => [false, true].map((again) => [...task, again] as const));

	test.each(each)('is sent once by %s %j, Retry Creates: %s', async (name, own, retryCreates) => {
		const { url, requests } = await between({
			fault: (request) => (/\/messages$/.test(request) ? faults['reset after acting'] : undefined),
		});
		const parameters = { conversation_id: 240, ...own, requestOptions: { retryCreates } };
		const { error } = await run(name, parameters, { url });
		expect(error?.message).toContain('The connection was closed before an answer came');
		expect(error?.description).toContain('The record may have been created');
		// It is the last request, too.
		expect(requests().findIndex((request) => request.endsWith('/messages'))).toBe(
			requests().length - 1,
		);
		const texts = (await messagesOf(240)).map(({ content }) => content);
		expect(texts.filter((text) => text === 'Once')).toHaveLength(1);
	});

	test('comes with what was done before', async () => {
		const { url } = await between({
			fault: (request) => (/\/messages$/.test(request) ? faults['reset after acting'] : undefined),
		});
		const own = { ...toContact, identifier: 'new-one' };
		const { error } = await run('message.sendToContact', own, { url });
		expect(error?.message).toMatch(/^Sending the message failed: The connection was closed/);
		expect(error?.description).toMatch(
			/Done before: contact \d+ was created, its conversations were read, conversation \d+ was started\. The record may/,
		);
	});
});
