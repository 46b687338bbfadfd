import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import { recording, releases, type Recording } from '../../../truth/recordings';
import { FakeChatwoot } from '../../fake/server';
import { fastClock } from '../../support/clock';
import { answersWith, faults, recorded } from '../../support/faults';
import { json } from '../../support/run';

jest.setTimeout(60_000);
fastClock();

type Row = IDataObject & { id: number };

const inputs = (count: number, itemOf: (index: number) => IDataObject = () => ({})) =>
	Array.from({ length: count }, (_, index): INodeExecutionData => ({ json: itemOf(index) }));

/** Requests that may change something. */
const changes = (requests: string[]) =>
	requests.filter((request) => !/^GET |\/filter$/.test(request));

const count = (rows: IDataObject[], key = 'action') => {
	const counts: Record<string, number> = {};
	for (const row of rows) counts[String(row[key])] = (counts[String(row[key])] ?? 0) + 1;
	return counts;
};

const link = (source_id: string, id: number, channel_type = 'Channel::Api') => ({
	source_id,
	inbox: { id, channel_type },
});

/** What a bot gets for what it may not do. */
const REFUSED = json({ error: 'Access to this endpoint is not authorized for bots' }, 401);

/** The service did it, and its answer is lost: for the first request that matches, or for each. */
function loseAnswers(account: FakeChatwoot, which: RegExp, everyTime = false): void {
	const lost = new Set<string>();
	account.fault = (request) => {
		if (!which.test(request) || (!everyTime && lost.has(request))) return undefined;
		lost.add(request);
		return faults['reset after acting'];
	};
}

describe.each(releases)('on %s', (release) => {
	let account: FakeChatwoot;

	beforeEach(() => {
		account = new FakeChatwoot(release);
	});

	async function run(name: string, parameters: IDataObject, items?: INodeExecutionData[]) {
		const { items: output, error } = await account.run(name, parameters, items && { items });
		return { items: output.map((item) => item.json as Row), error };
	}

	/** What it gives where nothing may go wrong. */
	async function did(...args: Parameters<typeof run>): Promise<Row[]> {
		const { items, error } = await run(...args);
		if (error) throw new Error(`${error.message} ${error.description}`);
		return items;
	}

	/** Requests of this pattern are refused. */
	const refuse = (pattern: string, op: string, name: string) =>
		account.before(pattern, () => recorded(op, name, release));

	const known = () =>
		account.addContacts(1, () => ({
			...{ identifier: 'crm-1001', name: 'Amara Silva', email: 'amara.silva@x.example' },
			...{ phone_number: '+14155550101', blocked: false },
			additional_attributes: { city: 'Oslo', country: 'Norway' },
			custom_attributes: { plan: 'free' },
		}))[0];

	const conversationsOf = (contact_id: unknown) =>
		account.conversations.filter((row) => row.contact_id === contact_id);

	describe('Contact: Create or Update', () => {
		const parameters = {
			email: '={{ $json.email }}',
			name: '={{ $json.name }}',
			phone_number: '={{ $json.phone_number }}',
			additional_fields: { identifier: '={{ $json.identifier }}' },
		};

		test('makes one contact of 20 items, and nothing new the second time', async () => {
			const items = inputs(20, (index) => ({
				email: index % 2 ? 'New.One@x.example' : 'new.one@x.example',
				name: `Name ${Math.floor(index / 10)}`,
			}));
			const first = await did('contact.upsert', parameters, items);
			expect(first.map(({ action }) => action)).toEqual([
				...['created', ...Array<string>(9).fill('unchanged')],
				...['updated', ...Array<string>(9).fill('unchanged')],
			]);
			expect(new Set(first.map(({ id }) => id)).size).toBe(1);
			expect(account.contacts).toMatchObject([{ id: first[0].id, name: 'Name 1' }]);
			const before = account.received.length;
			expect(count(await did('contact.upsert', parameters, items.slice(10)))).toEqual({
				unchanged: 10,
			});
			expect(changes(account.requests().slice(before))).toEqual([]);
		});

		test('makes one contact in 20 executions at the same moment', async () => {
			const email = 'new.one@x.example';
			const all = await Promise.all(
				inputs(20).map(async () => (await did('contact.upsert', { email }))[0]),
			);
			expect(account.contacts).toHaveLength(1);
			expect(new Set(all.map(({ id }) => id)).size).toBe(1);
			expect(count(all)).toEqual({ created: 1, unchanged: 19 });
			// Several looked before the first of them created it.
			expect(changes(account.requests()).length).toBeGreaterThan(1);
		});

		test('knows a contact by any of its keys, also one that an item before it set', async () => {
			const items = [
				{ json: { email: 'x@x.example' } },
				{ json: { identifier: 'crm-x', email: 'X@x.example' } },
				{ json: { identifier: 'crm-x', phone_number: '+4930111' } },
				{ json: { phone_number: '+4930111', name: 'Xenia' } },
			];
			const results = await did('contact.upsert', parameters, items);
			const [{ id }] = results;
			expect(results.map((row) => [row.id, row.action])).toEqual([
				[id, 'created'],
				...Array<unknown>(3).fill([id, 'updated']),
			]);
			expect(results[3]).toMatchObject({
				identifier: 'crm-x',
				email: 'x@x.example',
				name: 'Xenia',
			});
			expect(changes(account.requests())).toEqual([
				'POST contacts',
				...Array<string>(3).fill(`PUT contacts/${id}`),
			]);
		});

		test('sends what differs alone, of attributes too', async () => {
			const contact = known();
			contact.custom_attributes = { plan: 'free', nested: { a: 1, b: [1, { c: 2, d: null }] } };
			const [result] = await did('contact.upsert', {
				name: 'Amara Silva',
				additional_fields: {
					identifier: 'crm-1001',
					blocked: false,
					additional_attributes: { city: 'Oslo', country: 'Norge' },
					custom_attributes: {
						...{ plan: 'free', tags: ['a', { b: 1 }] },
						nested: { b: [1, { d: null, c: 2 }], a: 1 },
					},
				},
			});
			expect(account.bodies(`PUT contacts/${contact.id}`)).toEqual([
				{
					additional_attributes: { country: 'Norge' },
					custom_attributes: { tags: ['a', { b: 1 }] },
				},
			]);
			expect(result).toMatchObject({
				action: 'updated',
				...{ city: 'Oslo', country: 'Norge' },
			});
		});

		test('refuses keys of two contacts, and names both', async () => {
			account.addContacts(2, (id) => ({ identifier: `crm-${id}` }));
			const keys = { email: 'contact2@x.example', additional_fields: { identifier: 'crm-1' } };
			const { error } = await run('contact.upsert', keys);
			expect(error?.message).toBe('Identifier belongs to contact 1, but Email to contact 2');
			expect(changes(account.requests())).toEqual([]);
		});

		test('finds the contact that somebody else creates in between', async () => {
			account.before('POST contacts', () => {
				if (account.contacts.length === 0)
					account.addContacts(1, () => ({ email: 'race@x.example', name: 'Theirs' }));
			});
			const contactFields = { email: 'race@x.example', name: 'Ours' };
			const [result] = await did('contact.upsert', contactFields);
			expect(result).toMatchObject({ action: 'updated', name: 'Ours' });
			expect(account.requests()).toEqual([
				'POST contacts/filter',
				'POST contacts',
				'POST contacts/filter',
				`PUT contacts/${result.id}`,
			]);
			expect(account.contacts).toHaveLength(1);
		});

		test('passes on a refusal that is no race', async () => {
			refuse('POST contacts', 'account.contact.create', 'bad-email');
			const { error } = await run('contact.upsert', { email: 'odd@x' });
			expect([error?.message, error?.httpCode]).toEqual(['Email Invalid email', '422']);
		});

		test('makes one contact although the answer to the first create was lost', async () => {
			loseAnswers(account, /^POST contacts$/);
			const [result] = await did('contact.upsert', { email: 'lost@x.example' });
			expect(result).toMatchObject({ action: 'unchanged', email: 'lost@x.example' });
			expect(account.bodies('POST contacts')).toHaveLength(2);
			expect(account.contacts).toHaveLength(1);
		});

		test('says that a contact may exist if the answer to the create holds none', async () => {
			account.before('POST contacts', () => json({ payload: {} }));
			const { error } = await run('contact.upsert', { email: 'odd@x.example' });
			expect(error?.message).toBe('Chatwoot answered without the record');
			expect(error?.description).toContain('The record may have been created');
		});

		test('says what was done where the update fails', async () => {
			known();
			refuse('PUT contacts/#', 'account.contact.create', 'long-name');
			const other = { name: 'Other', additional_fields: { identifier: 'crm-1001' } };
			const { error } = await run('contact.upsert', other);
			expect(error?.message).toMatch(/^Updating the contact failed: Name is too long/);
			expect(error?.description).toContain('Already done: contact 1 was found.');
		});

		test('sends nothing without a key', async () => {
			const { error } = await run('contact.upsert', { name: 'X' });
			expect(error?.message).toBe(
				'Set at least one of Identifier, Email, Phone Number: the contact is found by them',
			);
			expect(account.requests()).toEqual([]);
		});
	});

	describe('Contact: Find', () => {
		test.each([
			['email', 'AMARA.silva@x.example'],
			['identifier', 'crm-1001'],
			['phone_number', '+14155550101'],
		])('by %s', async (find_by, value) => {
			account.addContacts(1);
			const { id } = known();
			const found = await did('contact.find', { find_by, [find_by]: value, if_none: 'error' });
			expect(found).toMatchObject([{ action: 'found', id }]);
		});

		test('does not take a part or another case of an identifier for it', async () => {
			const [, { id }] = ['Case-1', 'CASE-1'].map(
				(identifier) => account.addContacts(1, () => ({ identifier }))[0],
			);
			const find = async (identifier: string, if_none = 'nothing') =>
				await run('contact.find', { find_by: 'identifier', identifier, if_none });
			expect((await find('CASE-1')).items).toMatchObject([{ id }]);
			expect(await find('case-1')).toMatchObject({ items: [], error: undefined });
			expect((await find('Case', 'error')).error?.message).toBe(
				'No contact has the identifier "Case"',
			);
		});
	});

	describe('Contact: Merge Duplicates', () => {
		/** As the two that were merged were before: of the other one no recording tells more. */
		function recordedPair(): [kept: Row, gone: Row, merge: Recording] {
			const merge = recording('account.contact.merge', 'ok', release);
			const { base_contact_id, mergee_contact_id } = merge.request.body as Record<string, number>;
			const after = merge.response.body as Row;
			const gone = {
				...{ id: mergee_contact_id, created_at: Number(after.created_at) + 1, name: 'Other' },
				...{ identifier: after.identifier, phone_number: `tel:${String(after.phone_number)}` },
			};
			const baseContact = { ...after, id: base_contact_id, identifier: null };
			account.contacts.push(baseContact, gone);
			return [baseContact, gone, merge];
		}

		test.each(['oldest', 'chosen'])('merges into the %s as it was recorded', async (keep) => {
			const [baseContact, gone, { request, response }] = recordedPair();
			account.before('POST actions/contact_merge', () =>
				recorded('account.contact.merge', 'ok', release),
			);
			const results = await did('contact.mergeDuplicates', {
				...{ contact_id: baseContact.id, dry_run: false, keep, simplify: false },
			});
			const sent = account.received.at(-1);
			expect([`/api/v1/accounts/2/${sent?.path}`, sent?.body]).toEqual([
				request.path,
				request.body,
			]);
			expect(results).toEqual([
				{
					...{ action: 'merged', ...(response.body as IDataObject) },
					duplicates: [{ ...gone, same: ['phone_number'] }],
				},
			]);
		});

		test('is played here as it was recorded', async () => {
			const [baseContact, , { response }] = recordedPair();
			const parameters = {
				contact_id: baseContact.id,
				dry_run: false,
				keep: 'oldest',
				simplify: false,
			};
			const [{ action: _, duplicates: _all, ...merged }] = await did(
				'contact.mergeDuplicates',
				parameters,
			);
			expect(merged).toEqual(response.body);
		});

		test('passes on the refusal that was recorded', async () => {
			const [baseContact, gone] = recordedPair();
			refuse('POST actions/contact_merge', 'account.contact.merge', 'unknown-id');
			const parameters = { contact_id: baseContact.id, dry_run: false, keep: 'oldest' };
			const { error } = await run('contact.mergeDuplicates', parameters);
			expect([error?.message, error?.httpCode]).toEqual([
				`Contact ${baseContact.id} or Contact ${gone.id} is not in account 1: Resource could not be found`,
				'404',
			]);
			expect(account.contacts).toContain(gone);
		});

		/** The first, second and fourth are the same person. */
		const spelled = () => {
			for (const fields of [
				{ identifier: 'crm-7 ', name: 'First' },
				{ identifier: 'CRM-7', phone_number: '+4930222' },
				{ identifier: 'crm-70', phone_number: '+49302223' },
				{ phone_number: 'tel:+4930222', name: 'Fourth' },
			])
				account.addContacts(1, () => ({ email: null, ...fields }));
			return account.contacts.map(({ id }) => id);
		};

		test('lists them, and merges nothing unless it is told to', async () => {
			const [first, second, , fourth] = spelled();
			const parameters = { contact_id: second, dry_run: true, keep: 'oldest' };
			const [result] = await did('contact.mergeDuplicates', parameters);
			expect(result).toMatchObject({
				...{ action: 'would_merge', id: first, name: 'First' },
				duplicates: [
					{ id: second, same: ['identifier'] },
					{ id: fourth, name: 'Fourth', same: ['phone_number'] },
				],
			});
			expect(changes(account.requests())).toEqual([]);
			expect(account.contacts).toHaveLength(4);
		});

		test.each(['oldest', 'chosen'])('merges all into the %s', async (keep) => {
			const [first, second, third, fourth] = spelled();
			const parameters = { contact_id: second, dry_run: false, keep };
			const baseContact = keep === 'oldest' ? first : second;
			const others = [first, second, fourth].filter((id) => id !== baseContact);
			const [result] = await did('contact.mergeDuplicates', parameters);
			expect(result).toMatchObject({ action: 'merged', id: baseContact });
			expect(account.bodies('POST actions/contact_merge')).toEqual(
				others.map((id) => ({ base_contact_id: baseContact, mergee_contact_id: id })),
			);
			expect(account.contacts.map(({ id }) => id)).toEqual([baseContact, third]);
			const again = await did('contact.mergeDuplicates', {
				...parameters,
				contact_id: baseContact,
			});
			expect(again).toMatchObject([{ action: 'none', id: baseContact, duplicates: [] }]);
		});

		test('says which were merged where one fails', async () => {
			const [first, second, , fourth] = spelled();
			account.before('POST actions/contact_merge', ({ body }) =>
				body.mergee_contact_id === fourth
					? recorded('account.contact.merge', 'unknown-id', release)
					: undefined,
			);
			const parameters = { contact_id: second, dry_run: false, keep: 'oldest' };
			const { error } = await run('contact.mergeDuplicates', parameters);
			expect(error?.message).toBe(
				`Merging contact ${fourth} failed: Contact ${first} or Contact ${fourth} is not in account 1: Resource could not be found`,
			);
			expect(error?.description).toContain(
				`Already done: contact ${second} was merged into contact ${first}.`,
			);
		});
	});

	describe('Conversation: Find or Create', () => {
		/** A contact that has no conversation yet. */
		const newcomer = () =>
			account.addContacts(1, () => ({ contact_inboxes: [link('own-address', 2)] }))[0].id;
		const parameters = { inbox_id: 2, if_resolved: 'reopen' };

		test('starts one conversation for 20 items, at the address of the contact', async () => {
			const contact_id = newcomer();
			const contactParameters = { contact_id, ...parameters };
			const items = inputs(20);
			const first = await did('conversation.findOrCreate', contactParameters, items);
			expect(count(first)).toEqual({ created: 1, found: 19 });
			expect(account.conversations).toHaveLength(1);
			expect(account.bodies('POST conversations')).toEqual([
				{ inbox_id: 2, contact_id, source_id: 'own-address' },
			]);
			const second = await did('conversation.findOrCreate', contactParameters, items);
			expect(count(second)).toEqual({ found: 20 });
			expect(new Set([...first, ...second].map(({ id }) => id)).size).toBe(1);
			expect(
				await did('conversation.findOrCreate', { ...contactParameters, inbox_id: 3 }),
			).toMatchObject([{ action: 'created', inbox_id: 3 }]);
		});

		test.each([
			['open', 'found', 'open'],
			['pending', 'found', 'pending'],
			['snoozed', 'found', 'snoozed'],
			['resolved', 'reopened', 'open'],
		])('the newest that is %s is %s', async (status, action, after) => {
			const contact_id = newcomer();
			const [, , newest] = ['resolved', 'resolved', status].map(
				(one) => account.addConversations(1, () => ({ contact_id, inbox_id: 2, status: one }))[0],
			);
			const found = await did('conversation.findOrCreate', { contact_id, ...parameters });
			expect(found).toMatchObject([{ action, id: newest.id, status: after }]);
			expect(newest.status).toBe(after);
			expect(account.conversations).toHaveLength(3);
		});

		test('starts a new one beside a resolved one where it is told to', async () => {
			const contact_id = newcomer();
			account.addConversations(1, () => ({ contact_id, inbox_id: 2, status: 'resolved' }));
			const apart = { contact_id, ...parameters, if_resolved: 'create' };
			const found = await did('conversation.findOrCreate', apart, inputs(3));
			expect(count(found)).toEqual({ created: 1, found: 2 });
			expect(found.map(({ id }) => id)).toEqual([2, 2, 2]);
		});

		test('finds one that the list of the contact does not hold', async () => {
			account.addContacts(1, () => ({
				contact_inboxes: [link('elsewhere', 3), link('source-1', 2)],
			}));
			account.addConversations(31, (id) => ({
				...{ contact_id: 1, inbox_id: 2, status: id === 4 ? 'pending' : 'resolved' },
			}));
			const found = await did('conversation.findOrCreate', { contact_id: 1, ...parameters });
			expect(found).toMatchObject([{ action: 'found', id: 4, status: 'pending' }]);
			const pages = account.received.filter(({ path }) => path === 'conversations');
			expect(pages.map(({ query }) => [query.source_id, query.page ?? '1'])).toEqual([
				['source-1', '1'],
				['source-1', '2'],
			]);
		});

		test.each([
			['Channel::Whatsapp', undefined],
			['Channel::Telegram', 'new'],
		])('in %s the address is %s', async (channel, source_id) => {
			account.addContacts(1, () => ({
				contact_inboxes: ['old', 'new'].map((source) => link(source, 2, channel)),
			}));
			await did('conversation.findOrCreate', { contact_id: 1, ...parameters });
			expect(account.bodies('POST conversations')).toEqual([
				{ inbox_id: 2, contact_id: 1, ...(source_id && { source_id }) },
			]);
		});

		test('never starts a second one for a lost answer, also with Retry Creates', async () => {
			const contact_id = newcomer();
			loseAnswers(account, /^POST conversations$/, true);
			const { error } = await run('conversation.findOrCreate', {
				...{ contact_id, ...parameters, requestOptions: { retryCreates: true } },
			});
			expect(error?.message).toMatch(/^Starting a conversation failed: The connection was closed/);
			expect(error?.description).toContain('The record may have been created');
			expect(changes(account.requests())).toEqual(['POST conversations']);
			const found = await did('conversation.findOrCreate', { contact_id, ...parameters });
			expect(count(found)).toEqual({ found: 1 });
			expect(account.conversations).toHaveLength(1);
		});
	});

	describe('Conversation: Hand Off', () => {
		const team = recording('account.conversation.assign', 'team', '4.16');
		const agent = recording('account.conversation.assign', 'ok', release);
		const { assignee_id } = agent.request.body as { assignee_id: number };
		const everything = {
			note: 'Please call back',
			...(team.request.body as { team_id: number }),
			assignee_id,
			labels: ['refund'],
			priority: 'urgent',
			status: 'pending',
		};
		const path = 'conversations/1';
		const nameOf = ({ response }: Recording) => (response.body as IDataObject).name;
		let conversation: Row;

		beforeEach(() => {
			[conversation] = account.addConversations(1, () => ({ labels: ['vip'] }));
		});

		const handOver = async (additional_fields?: IDataObject, items?: INodeExecutionData[]) =>
			await run('conversation.handOver', { conversation_id: 1, additional_fields }, items);

		test('does it in order, and gives back what it did', async () => {
			const {
				items: [result],
			} = await handOver(everything);
			expect(account.requests()).toEqual([
				'GET labels',
				`GET ${path}`,
				`POST ${path}/messages`,
				`POST ${path}/toggle_status`,
				`POST ${path}/assignments`,
				`POST ${path}/assignments`,
				'GET inboxes/1/assignable_agents',
				`GET ${path}/labels`,
				`POST ${path}/labels`,
				`POST ${path}/toggle_priority`,
			]);
			expect(account.bodies(`POST ${path}/assignments`)).toEqual([
				team.request.body,
				agent.request.body,
			]);
			const [note] = account.messages;
			expect(note).toMatchObject({ content: 'Please call back', private: true });
			expect(result).toEqual({
				...{ action: 'handed_over', conversation_id: 1, note_id: note.id },
				...{ team_id: everything.team_id, team_name: nameOf(team) },
				...{ assignee_id, assignee_name: nameOf(agent) },
				labels: ['vip', 'refund'],
				...{ priority: 'urgent', status: 'pending', failed: [] },
			});
			expect(conversation).toMatchObject({
				...{ status: 'pending', priority: 'urgent', labels: ['vip', 'refund'] },
				...{ assignee_id, team_id: everything.team_id },
			});
		});

		test('keeps the agent whom opening would have replaced', async () => {
			// What the service does for the token of an agent.
			account.before('POST conversations/#/toggle_status', () => {
				conversation.assignee_id = 2;
			});
			const {
				items: [result],
			} = await handOver({ assignee_id, status: 'open', priority: 'none' });
			expect(result).toMatchObject({ assignee_id, status: 'open' });
			expect(result.priority).toBeNull();
			expect(conversation.assignee_id).toBe(assignee_id);
			expect(account.requests()).toEqual([
				`POST ${path}/toggle_status`,
				`POST ${path}/assignments`,
				`GET ${path}`,
				'GET inboxes/1/assignable_agents',
				`POST ${path}/toggle_priority`,
			]);
		});

		test('says what was done where a step fails', async () => {
			const { error } = await handOver({ ...everything, assignee_id: 99 });
			expect(error?.message).toBe(
				'Assigning the agent failed: No agent has this ID: the conversation is now unassigned',
			);
			expect(error?.description).toContain('Already done: note, status, team.');
			expect(account.requests().at(-1)).toBe(`POST ${path}/assignments`);
			expect(conversation.assignee_id).toBeNull();
		});

		test('tells in the item what the token may not do once people have the conversation', async () => {
			account.before('GET conversations/#/labels', () => REFUSED);
			account.before('POST conversations/#/assignments', () => REFUSED);
			account.before('GET /api/v#/profile', () => json({ error: 'Not Found' }, 404));
			const { items, hints } = await account.run('conversation.handOver', {
				conversation_id: 1,
				additional_fields: everything,
			});
			const message = 'Access to this endpoint is not authorized for bots';
			const reasons = {
				team: `Assigning the team failed: ${message}`,
				assignee: `Assigning the agent failed: ${message}`,
				labels: `Adding the labels failed: ${message}`,
			};
			expect(items.map((item) => item.json)).toMatchObject([
				{
					...{ status: 'pending', priority: 'urgent' },
					failed: Object.entries(reasons).map(([step, reason]) => ({ step, reason })),
				},
			]);
			expect(items[0].json).not.toHaveProperty('labels');
			expect(hints.slice(1)).toEqual(
				Object.values(reasons).map(
					(reason) =>
						`The conversation was handed off, but not everything was done. ${reason}. Already done: note, status.`,
				),
			);
			expect(conversation.status).toBe('pending');
		});

		test('fails where the token may not do a step and the status is not set', async () => {
			account.before('GET conversations/#/labels', () => REFUSED);
			const { error } = await handOver({ note: 'Please call back', labels: ['refund'] });
			expect(error?.message).toContain('Adding the labels failed: ');
			expect(error?.description).toContain('Already done: note.');
		});

		test('fails where a step fails for another reason once the status is set', async () => {
			account.before('POST conversations/#/labels', () => json({ error: 'Broken' }, 500));
			const { error } = await handOver(everything);
			expect(error?.message).toBe('Adding the labels failed: Broken');
			expect(error?.description).toContain('Already done: note, status, team, assignee.');
		});

		test('sends again what sets the same, the note never', async () => {
			loseAnswers(account, /^POST (?!.*\/messages$)/);
			const { items, error } = await handOver(everything);
			expect(error).toBeUndefined();
			expect(items).toMatchObject([{ labels: ['vip', 'refund'], status: 'pending' }]);
			expect(account.messages).toHaveLength(1);
			expect(account.bodies(`POST ${path}/toggle_status`)).toHaveLength(2);
		});

		test('hands over one after the other where items mean the same conversation', async () => {
			const items = inputs(5, (index) => ({ note: `Note ${index}` }));
			await handOver({ note: '={{ $json.note }}', priority: 'low' }, items);
			expect(account.requests()).toEqual([
				`GET ${path}`,
				...items.flatMap(() => [`POST ${path}/messages`, `POST ${path}/toggle_priority`]),
			]);
			expect(account.messages.map(({ content }) => content)).toEqual(
				items.map((item) => item.json.note),
			);
		});

		test('sends nothing where nothing is chosen', async () => {
			const { error } = await handOver();
			expect(error?.message).toBe('There is nothing to send: add at least one field');
			expect(account.requests()).toEqual([]);
		});
	});

	describe('Conversation: Resolve with Message', () => {
		const parameters = { conversation_id: 1, content: 'Done!' };

		test('sends the message, then resolves', async () => {
			const [conversation] = account.addConversations(1);
			const [result] = await did('conversation.resolveWithMessage', parameters);
			expect(result).toMatchObject({
				...{ action: 'resolved', conversation_id: 1, status: 'resolved' },
				...{ message_id: account.messages[0].id, content: 'Done!' },
			});
			expect(account.requests()).toEqual([
				'GET conversations/1',
				'POST conversations/1/messages',
				'POST conversations/1/toggle_status',
			]);
			expect(conversation.status).toBe('resolved');
		});

		test('says that the message is out where resolving fails', async () => {
			account.addConversations(1);
			account.fault = (request) =>
				request.endsWith('/toggle_status') ? answersWith(json({ error: 'No' }, 500)) : undefined;
			const { error } = await run('conversation.resolveWithMessage', parameters);
			expect(error?.message).toBe('Resolving the conversation failed: No');
			expect(error?.description).toMatch(/Already done: message \d+ was sent\./);
			expect(account.messages).toHaveLength(1);
		});
	});

	describe('Message: Send to Contact', () => {
		const parameters = {
			...{ send_to: 'email', email: 'new.one@x.example', inbox_id: 2, if_resolved: 'reopen' },
			...{ content_kind: 'text', content: '={{ $json.text }}' },
		};
		const items = inputs(20, (index) => ({ text: `Text ${index}` }));
		test('makes one contact and one conversation of 20 items, and nothing new the second time', async () => {
			const first = await did('message.sendToContact', parameters, items);
			expect(count(first, 'contact_action')).toEqual({ created: 1, found: 19 });
			expect(count(first, 'conversation_action')).toEqual({ created: 1, found: 19 });
			expect(account.contacts).toMatchObject([{ email: 'new.one@x.example' }]);
			expect(account.conversations).toMatchObject([{ contact_id: account.contacts[0].id }]);
			const texts = items.map((item) => item.json.text);
			expect(account.messages.map(({ content }) => content)).toEqual(texts);
			expect(first.map(({ content }) => content)).toEqual(texts);
			expect(first.map(({ id }) => id)).toEqual(account.messages.map(({ id }) => id));
			const second = await did('message.sendToContact', parameters, items);
			expect(count(second, 'contact_action')).toEqual({ found: 20 });
			expect(count(second, 'conversation_action')).toEqual({ found: 20 });
		});

		test('starts one conversation for a contact that items know by different keys', async () => {
			const keys = { email: 'k@x.example', identifier: 'k', phone_number: '+4930333' };
			const [{ id }] = account.addContacts(1, () => keys);
			const allParameters = { ...parameters, ...keys, content: 'Hi', send_to: '={{ $json.by }}' };
			const by = Object.keys(keys);
			await did(
				'message.sendToContact',
				allParameters,
				inputs(9, (index) => ({ by: by[index % 3] })),
			);
			expect(conversationsOf(id)).toHaveLength(1);
			expect(account.contacts).toHaveLength(1);
		});

		test('gives name and subject to what is new', async () => {
			await did('message.sendToContact', {
				...{ ...parameters, inbox_id: 3, content: 'Hi' },
				additional_fields: {
					name: 'New One',
					mail_subject: 'Your order',
					cc_emails: 'c@x.example',
				},
			});
			expect(account.bodies('POST contacts')).toEqual([
				{ email: 'new.one@x.example', name: 'New One' },
			]);
			const [{ id }] = account.contacts;
			expect(account.bodies('POST conversations')).toEqual([
				{ inbox_id: 3, contact_id: id, additional_attributes: { mail_subject: 'Your order' } },
			]);
			expect(account.bodies(`POST conversations/${account.conversations[0].id}/messages`)).toEqual([
				{ content: 'Hi', cc_emails: 'c@x.example' },
			]);
		});

		describe('if the window of the channel is closed', () => {
			const options = {
				closed_window_template: { mode: 'id', value: 'still_there (en)' },
				closed_window_variables: {
					variables: [{ component: 'body', name: '1', value: '={{ $json.text }}' }],
				},
			};
			const template = {
				...{ name: 'still_there', language: 'en', status: 'APPROVED', category: 'UTILITY' },
				components: [{ type: 'BODY', text: 'Still there? {{1}}' }],
			};
			const params = (text: string) => ({
				...{ name: 'still_there', category: 'UTILITY', language: 'en' },
				processed_params: { body: { 1: text } },
			});

			beforeEach(() =>
				account.before('GET inboxes/#', () => ({ id: 2, message_templates: [template] })),
			);

			test('sends the template to the contact, and what was written otherwise', async () => {
				for (const can_reply of [false, true]) {
					account.before('POST conversations', () => undefined);
					const { id } = account.addContacts(1, () => ({
						email: `c${String(can_reply)}@x.example`,
					}))[0];
					account.addConversations(1, () => ({
						...{ contact_id: id, inbox_id: 2, status: 'open', can_reply },
					}));
				}
				const all = { ...parameters, options, email: '={{ $json.email }}' };
				const sent = await did('message.sendToContact', all, [
					{ json: { text: 'A', email: 'cfalse@x.example' } },
					{ json: { text: 'B', email: 'ctrue@x.example' } },
				]);
				expect(sent).toMatchObject([{ template_sent: true }, { template_sent: false }]);
				const bodies = account.conversations.map(
					({ id }) => account.bodies(`POST conversations/${id}/messages`)[0],
				);
				expect(bodies).toEqual([
					{ content: 'Still there? A', template_params: params('A') },
					{ content: 'B' },
				]);
			});

			test('sends the template into the conversation', async () => {
				account.addConversations(1, () => ({ can_reply: false, inbox_id: 2 }));
				const message = {
					...{ conversation_id: 1, content_kind: 'text', content: 'Hello', options },
				};
				const [item] = await did('message.send', message, [{ json: { text: 'C' } }]);
				expect(item).toMatchObject({ template_sent: true, content: 'Still there? C' });
				expect(account.bodies('POST conversations/1/messages')).toEqual([
					{ content: 'Still there? C', template_params: params('C') },
				]);
				account.conversations[0].can_reply = true;
				const [open] = await did('message.send', message, [{ json: { text: 'D' } }]);
				expect(open).toMatchObject({ template_sent: false, content: 'Hello' });
			});

			test('refuses variables without a template', async () => {
				account.addConversations(1, () => ({ can_reply: true, inbox_id: 2 }));
				const { error } = await run('message.send', {
					...{ conversation_id: 1, content_kind: 'text', content: 'Hello' },
					options: {
						closed_window_variables: { variables: [{ component: 'body', name: '1', value: 'A' }] },
					},
				});
				expect(error?.message).toContain('Variables need a template');
				expect(account.messages).toEqual([]);
			});

			test('refuses a template without its variables before anything is sent', async () => {
				const { closed_window_template } = options;
				const { error } = await run('message.sendToContact', {
					...{ ...parameters, content: 'Hi', options: { closed_window_template } },
				});
				expect(error?.message).toContain('Template still_there (en) needs a value for body 1');
				expect(account.requests()).toEqual(['GET inboxes/2']);
			});
		});

		test('sends nothing where something is wrong', async () => {
			const wrong = [
				{ ...parameters, content: '' },
				{ ...parameters, content: 'Hi', email: 'nobody' },
				{ ...parameters, content: 'Hi', inbox_id: 'x' },
				{ ...parameters, content_kind: 'none', additional_fields: { cc_emails: 'c@x.example' } },
			];
			const messages: unknown[] = [];
			for (const one of wrong)
				messages.push((await run('message.sendToContact', one)).error?.message);
			expect(messages).toEqual([
				'Text is empty: fill it in',
				'Email must be an email address such as nathan@example.com',
				'Inbox must be a numeric ID, not "x"',
				'There is nothing to send: add a file or a template',
			]);
			expect(account.requests()).toEqual([]);
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
		const variants = tasks.flatMap((task) =>
			[false, true].map((again) => [...task, again] as const),
		);

		test.each(variants)(
			'is sent once by %s %j, Retry Creates: %s',
			async (name, target, retryCreates) => {
				const { id: contact_id } = known();
				account.addConversations(1, () => ({ contact_id, inbox_id: 2 }));
				loseAnswers(account, /\/messages$/, true);
				const { error } = await run(name, {
					...{ conversation_id: 1, ...target, requestOptions: { retryCreates } },
				});
				expect(error?.message).toContain('The connection was closed before a reply arrived');
				expect(error?.description).toContain('The record may have been created');
				// It is the last request, too.
				expect(account.requests().at(-1)).toBe('POST conversations/1/messages');
				expect(account.messages).toMatchObject([{ content: 'Once' }]);
			},
		);

		test('comes with what was done before', async () => {
			loseAnswers(account, /\/messages$/, true);
			const { error } = await run('message.sendToContact', toContact);
			expect(error?.message).toMatch(/^Sending the message failed: The connection was closed/);
			expect(error?.description).toMatch(
				/Already done: contact \d+ was created, the conversations were read, conversation \d+ was started\. The record may/,
			);
		});
	});
});
