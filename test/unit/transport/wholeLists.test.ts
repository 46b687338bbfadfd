import type { IDataObject } from 'n8n-workflow';
import { CustomerConversation } from '../../../nodes/CustomerConversation/CustomerConversation.node';
import { operation } from '../../../nodes/shared/vocabulary/operation';
import { byPage, records } from '../../../nodes/shared/vocabulary/reply';
import { NEWEST_FIRST } from '../../../nodes/shared/vocabulary/lists/lists';
import { at } from '../../../nodes/shared/values';
import { recording, type Release } from '../../../truth/recordings';
import { FakeChatwoot } from '../../fake/server';
import { onEachRelease } from '../../support/releases';
import { json, nodeOf, TOKEN } from '../../support/run';
import { searching } from '../../support/searching';
import { listen, type Answer } from '../../support/server';

jest.setTimeout(60_000);

const ALL = { returnAll: true };
/** Everything that the account holds. */
const PERIOD = { ...ALL, period: 'between', since: '2026-01-01', until: '2027-12-31' };
const SIZES = [undefined, 10, 40];

const upTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1);

/** The ids that an operation gives. */
async function idsOf(account: FakeChatwoot, operation: string, parameters: IDataObject) {
	const { items, error } = await account.run(operation, parameters);
	expect(error).toBeUndefined();
	return items.map(({ json }) => Number(json.id));
}

/** Proves it with the pages that the release has, and on servers with smaller and larger ones. */
const inPages =
	(prove: (account: FakeChatwoot) => Promise<void>) =>
	async (release: Release): Promise<void> => {
		for (const size of SIZES) await prove(new FakeChatwoot(release, size));
	};

onEachRelease(
	'ends a search for contacts where the service says',
	inPages(async (account) => {
		account.addContacts(100, (id) => ({ name: `Contact ${id + 100}` }));
		account.addContacts(30, () => ({ name: 'Somebody', email: null }));
		const search = { q: 'contact', sort: 'name' };
		const found = async (more: IDataObject) =>
			await idsOf(account, 'contact.search', { ...search, ...more });
		expect(await found(ALL)).toEqual(upTo(100));
		expect(await found({ limit: 40 })).toEqual(upTo(40));
		expect(await found({ ...ALL, options: { start_after: 20 } })).toEqual(upTo(100).slice(20));
		expect(await found({ limit: 7, options: { start_after: 95 } })).toEqual(upTo(100).slice(95));
		expect(await found({ ...ALL, options: { start_after: 100 } })).toEqual([]);
	}),
);

onEachRelease('asks for no page of a search for contacts in vain', async (release) => {
	const account = new FakeChatwoot(release);
	account.addContacts(52);
	expect(
		await idsOf(account, 'contact.search', { q: 'contact', sort: 'name', ...ALL }),
	).toHaveLength(52);
	// With a total the age of the contacts decides; otherwise all pages but the last are compared.
	const more = release === '4.10' ? ['GET /api'] : Array(3).fill('GET contacts/search');
	expect(account.requests()).toEqual([...Array(4).fill('GET contacts/search'), ...more]);
});

onEachRelease(
	'merges duplicates from all pages',
	inPages(async (account) => {
		account.addContacts(24, (id) => ({ phone_number: `${' '.repeat(id)}+49301234` }));
		account.addContacts(9, () => ({ phone_number: '+4930123456' }));
		const merge = async (more: IDataObject) =>
			(await account.run('contact.mergeDuplicates', { contact_id: 5, keep: 'oldest', ...more }))
				.items[0].json;
		const found = await merge({ dry_run: true });
		expect((found.duplicates as IDataObject[]).map(({ id }) => id)).toEqual(upTo(24).slice(1));
		expect(await merge({ dry_run: false })).toMatchObject({ action: 'merged', id: 1 });
		expect(account.contacts).toHaveLength(10);
	}),
);

onEachRelease(
	'finds a contact on any page',
	inPages(async (account) => {
		// The service ignores upper and lower case.
		account.addContacts(50, (id) => ({ identifier: id === 47 ? 'crm-x' : 'CRM-X' }));
		const find = { find_by: 'identifier', identifier: 'crm-x', if_none: 'error' };
		expect(await idsOf(account, 'contact.find', find)).toEqual([47]);
		// It ends at the page that holds the one.
		account.received.splice(0);
		expect(await idsOf(account, 'contact.find', { ...find, identifier: 'CRM-X' })).toEqual([1]);
		expect(account.received).toHaveLength(1);
	}),
);

/** All entries of a list to pick from, page by page as the editor reads them. */
async function picked(account: FakeChatwoot, method: string, typed = ''): Promise<string[]> {
	const { listSearch } = new CustomerConversation().methods;
	return await account.served(async (url) => {
		const context = searching({ base_url: url, api_access_token: TOKEN }, { account_id: 1 });
		const names: string[] = [];
		let page: string | undefined;
		do {
			const { results, paginationToken } = await listSearch[method].call(context, typed, page);
			names.push(...results.map(({ name }) => name));
			page = paginationToken as typeof page;
		} while (page);
		return names;
	});
}

onEachRelease(
	'reads lists to pick from to their end',
	inPages(async (account) => {
		account.addContacts(43);
		account.addConversations(43);
		for (const [method, typed] of [
			['contacts', ''],
			['contacts', 'contact'],
			['conversations', ''],
			['conversations', 'contact'],
		]) {
			const names = await picked(account, method, typed);
			expect([method, typed, new Set(names).size]).toEqual([method, typed, 43]);
			expect(names).toHaveLength(43);
		}
	}),
);

onEachRelease('finds a conversation to pick by name and by number', async (release) => {
	const account = new FakeChatwoot(release);
	account.addContacts(300, (id) => ({ name: id % 2 ? 'Ada' : 'Bo', email: null }));
	account.addConversations(300);
	account.addMessages(5, () => ({ conversation_id: 200, content: '22' }));
	const byName = await picked(account, 'conversations', 'ada');
	expect(byName).toHaveLength(150);
	expect(byName.slice(0, 2)).toEqual(['#299 Ada · Website · open', '#297 Ada · Website · open']);
	const byNumber = await picked(account, 'conversations', '22');
	expect(byNumber.slice(0, 2)).toEqual(['#22 Bo · Website · open', '#229 Ada · Website · open']);
	expect(byNumber.filter((name) => name.startsWith('#22 '))).toHaveLength(1);
	expect(byNumber.filter((name) => name.startsWith('#200 '))).toEqual([]);
	expect(await picked(account, 'conversations', '200')).toEqual(['#200 Bo · Website · open · 22']);
});

onEachRelease('shows inbox, status and last words of a conversation to pick', async (release) => {
	const conversations = recording('account.conversation.list', 'ok', release).response.body;
	const inboxes = recording('account.inbox.list', 'ok', release).response.body;
	const [row] = at(conversations, 'data.payload') as IDataObject[];
	const [inbox] = at(inboxes, 'payload') as IDataObject[];
	const list = async (inboxList: Answer) => {
		const server = await listen(({ path }) =>
			path.endsWith('/inboxes') ? inboxList : json(conversations),
		);
		const credentials = { base_url: server.url, api_access_token: TOKEN };
		const { listSearch } = new CustomerConversation().methods;
		const context = searching(credentials, { account_id: 1 });
		const { results } = await listSearch.conversations.call(context);
		await server.close();
		return { names: results.map(({ name }) => name), requestCount: server.received.length };
	};
	const number = `#${String(row.id)} ${String(at(row, 'meta.sender.name'))}`;
	const words = String(at(row, 'last_non_activity_message.content'));
	const named = await list(json({ payload: [{ ...inbox, id: row.inbox_id }] }));
	expect(named.names[0]).toBe(`${number} · ${String(inbox.name)} · open · ${words}`);
	// For all of them together.
	expect(named.requestCount).toBe(2);
	for (const none of [json({ error: 'You are not authorized' }, 401), json({ payload: [] })])
		expect((await list(none)).names[0]).toBe(`${number} · open · ${words}`);
});

onEachRelease(
	'reads all conversations in pages of any size',
	inPages(async (account) => {
		account.addConversations(61, (id) => ({ assignee_id: id % 6 === 0 ? 7 : null }));
		account.addMessages(30, (id) => ({ conversation_id: 2 * id, content: 'A parcel' }));
		const list = async (name: string, parameters: IDataObject) =>
			(await idsOf(account, `conversation.${name}`, { ...ALL, ...parameters })).sort(
				(a, b) => a - b,
			);
		const sort_by = 'created_at_asc';
		const even = upTo(30).map((id) => 2 * id);
		expect(await list('getAll', { sort_by })).toEqual(upTo(61));
		expect(await list('getAll', { sort_by, options: { q: 'parcel' } })).toEqual(even);
		expect(await list('search', { q: 'parcel' })).toEqual(even);
		const options = { assignee_type: 'unassigned' };
		expect(await list('getAll', { sort_by, options })).toEqual(upTo(61).filter((id) => id % 6));
	}),
);

onEachRelease(
	'exports everything in pages of any size',
	inPages(async (account) => {
		// A multiple of each size: no page is short.
		account.addContacts(600);
		account.addConversations(200);
		account.addMessages(300, (id) => ({ conversation_id: 1 + (id % 100) }));
		account.addAnswers(60);
		const exported = async (operation: string, more: IDataObject = {}) =>
			(await idsOf(account, `export.${operation}`, { ...PERIOD, ...more })).sort((a, b) => a - b);
		expect(await exported('contacts')).toEqual(upTo(600));
		expect(await exported('conversations')).toEqual(upTo(200));
		const day = { since: '2026-10-03T00:00:00Z', until: '2026-10-04T00:00:00Z' };
		expect(await exported('conversations', day)).toEqual(upTo(71).slice(47));
		expect(await exported('csat')).toEqual(upTo(60));
		expect(await exported('messages')).toEqual(upTo(300));
	}),
);

onEachRelease('exports everything if the total is too small', async (release) => {
	const account = new FakeChatwoot(release);
	account.addConversations(110);
	account.before('GET conversations', (_, usual) => {
		const { data } = usual() as { data: IDataObject };
		return { data: { ...data, meta: { all_count: 30 } } };
	});
	expect(await idsOf(account, 'export.conversations', PERIOD)).toEqual(upTo(110));
});

/** A list that is declared with pages of 15, as the audit log of 4.10 has them. */
async function logOf(account: FakeChatwoot, page: (number: number) => unknown, more: IDataObject) {
	account.before('GET audit_logs', ({ query }) => page(Number(query.page ?? 1)));
	const log = operation({
		name: 'Log',
		action: 'Log',
		gives: 'One item for each entry',
		request: 'GET /api/v1/accounts/1/audit_logs',
		reply: records('audit_logs', byPage(15, NEWEST_FIRST, { total: 'total_entries' })),
	});
	const { items } = await account.run('test.run', more, { node: nodeOf(log) });
	return items.map(({ json }) => Number(json.id));
}

const pageOf = (count: number, size: number, number: number) =>
	upTo(count)
		.slice((number - 1) * size, number * size)
		.map((id) => ({ id }));

onEachRelease('reads on if pages are larger than declared', async (release) => {
	const size = release === '4.10' ? 15 : 25;
	const page = (number: number) => ({
		audit_logs: pageOf(130, size, number),
		...{ per_page: size, total_entries: 130 },
	});
	const read = async (more: IDataObject) => await logOf(new FakeChatwoot(release), page, more);
	expect(await read(ALL)).toEqual(upTo(130));
	expect(await read({ limit: 60 })).toEqual(upTo(60));
	expect(await read({ limit: 30, options: { start_after: 47 } })).toEqual(upTo(77).slice(47));
});

onEachRelease('reads on if the total is too small', async (release) => {
	for (const total_entries of [0, 15, 20, 60]) {
		const page = (number: number) => ({ audit_logs: pageOf(75, 15, number), total_entries });
		const read = async (more: IDataObject) => await logOf(new FakeChatwoot(release), page, more);
		expect(await read(ALL)).toEqual(upTo(75));
		expect(await read({ ...ALL, options: { start_after: 65 } })).toEqual(upTo(75).slice(65));
	}
});

onEachRelease(
	'looks through all conversations of a contact before Find or Create makes one',
	inPages(async (account) => {
		account.addContacts(1);
		// The service lists the newest 20 of a contact alone.
		account.addConversations(60, (id) => ({
			contact_id: 1,
			status: id === 4 ? 'pending' : 'resolved',
		}));
		const parameters = { contact_id: 1, inbox_id: 1, if_resolved: 'create' };
		const { items } = await account.run('conversation.findOrCreate', parameters);
		expect(items.map(({ json }) => json)).toMatchObject([{ action: 'found', id: 4 }]);
		expect(account.conversations).toHaveLength(60);
	}),
);

onEachRelease('fails if the service leaves contacts out of a search', async (release) => {
	const account = new FakeChatwoot(release);
	// As both releases did it: one of page 1 comes again in place of another.
	const pages = [upTo(15), [15, ...upTo(30).slice(16)], upTo(40).slice(30)];
	account.before('GET search/contacts', ({ query }) => ({
		payload: { contacts: pages[Number(query.page ?? 1) - 1].map((id) => ({ id })) },
	}));
	const { items, error } = await account.run('search.contacts', { q: 'a', ...ALL });
	expect(items).toEqual([]);
	expect(error?.message).toMatch(/^The list is incomplete: its pages repeated 1 of \d+ rows/);
	expect(error?.description).toContain('Use Contact → Search');
});

/** Deletes the first contact and creates the last one between two pages. */
function replaceBefore(account: FakeChatwoot, page: number, times: number): void {
	let left = times;
	account.before('GET contacts', ({ query }) => {
		if (Number(query.page) !== page || left-- <= 0) return;
		account.remove(account.contacts[0]);
		account.contact({ email: 'zoe@x.example' });
	});
}

const BY_EMAIL = { ...ALL, sort: 'email', requestOptions: { requestsAtOnce: 1 } };

onEachRelease('misses no contact if another is deleted and one created', async (release) => {
	const account = new FakeChatwoot(release);
	account.addContacts(70, (id) => ({ email: `c${100 + id}@x.example` }));
	replaceBefore(account, 4, 1);
	const found = await idsOf(account, 'contact.getAll', BY_EMAIL);
	expect(found).toEqual(upTo(71).slice(1));
});

onEachRelease('fails if contacts are deleted and created each time it reads', async (release) => {
	const account = new FakeChatwoot(release);
	account.addContacts(70, (id) => ({ email: `c${100 + id}@x.example` }));
	replaceBefore(account, 4, Infinity);
	const { items, error } = await account.run('contact.getAll', BY_EMAIL);
	expect(items).toEqual([]);
	expect(error?.message).toMatch(/^The list is incomplete: /);
});

onEachRelease('reads conversations in one piece if they changed meanwhile', async (release) => {
	const account = new FakeChatwoot(release);
	account.addConversations(70, (id) => ({ status: id === 1 ? 'resolved' : 'open' }));
	account.before('GET conversations', ({ query }) => {
		if (query.page !== '2') return;
		account.change(account.conversations[69], { status: 'resolved' });
		account.change(account.conversations[0], { status: 'open' });
	});
	const parameters = { ...ALL, status: 'open', requestOptions: { requestsAtOnce: 1 } };
	const found = await idsOf(account, 'conversation.getAll', parameters);
	expect(found.sort((a, b) => a - b)).toEqual(upTo(69));
	expect(account.received.at(-1)?.query.updated_within).toBeDefined();
});
