import type { IDataObject } from 'n8n-workflow';
import { at } from '../../nodes/shared/values';
import { recording, releases, type Release } from '../../truth/recordings';
import { FakeChatwoot } from '../fake/server';
import { TOKEN } from '../support/run';

const filter = {
	payload: [{ attribute_key: 'status', filter_operator: 'equal_to', values: ['open'] }],
};

/** Replies of the fake, next to the recorded one: where the rows are, and the request. */
const REPLIES: Array<[op: string, rows: string, path: string, body?: IDataObject]> = [
	['account.contact.list', 'payload', 'contacts?include_contact_inboxes=false'],
	['account.contact.search', 'payload', 'contacts/search?q=contact'],
	['account.conversation.list', 'data.payload', 'conversations'],
	['account.conversation.search', 'payload', 'conversations/search?q=message'],
	['account.conversation.filter', 'payload', 'conversations/filter', filter],
	['account.contact.list_conversations', 'payload', 'contacts/1/conversations'],
	['account.message.list', 'payload', 'conversations/1/messages'],
	['account.search.conversations', 'payload.conversations', 'search/conversations?q=contact'],
	['account.csat.list', '', 'csat_survey_responses?sort=created_at'],
	['account.inbox.list', 'payload', 'inboxes'],
	['account.label.list', 'payload', 'labels'],
];

async function replyOf(fake: FakeChatwoot, path: string, body?: IDataObject): Promise<unknown> {
	return await fake.served(async (url) => {
		const reply = await fetch(`${url}/api/v1/accounts/1/${path}`, {
			headers: { api_access_token: TOKEN, 'content-type': 'application/json' },
			...(body && { method: 'POST', body: JSON.stringify(body) }),
		});
		return await reply.json();
	});
}

const rowsIn = (body: unknown, path: string) => (path ? at(body, path) : body) as IDataObject[];

async function idsOf(fake: FakeChatwoot, path: string): Promise<number[]> {
	const reply = await replyOf(fake, path);
	const rows = at(reply, 'data.payload') ?? at(reply, 'payload');
	return (rows as Array<{ id: number }>).map(({ id }) => id);
}

const upTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1);

function filled(release: Release): FakeChatwoot {
	const fake = new FakeChatwoot(release);
	fake.addContacts(2);
	fake.addConversations(2);
	fake.addMessages(2, (conversation_id) => ({ conversation_id }));
	fake.addAnswers(2);
	fake.labels.push('vip');
	return fake;
}

describe.each(releases)('on %s', (release) => {
	test.each(REPLIES)('%s has the keys of the recorded reply', async (op, rows, path, ...[body]) => {
		const reply = await replyOf(filled(release), path, body);
		const recorded = recording(op, 'ok', release).response.body;
		expect(rowsIn(reply, rows)).not.toHaveLength(0);
		const [row] = rowsIn(reply, rows);
		const [recordedRow] = rowsIn(recorded, rows);
		// Chatwoot leaves out a contact's last activity and a conversation's agent if there is none.
		const optional = ['last_activity_at', 'agent'];
		const keysOf = (one: IDataObject) => Object.keys(one).filter((key) => !optional.includes(key));
		expect(keysOf(row).sort()).toEqual(keysOf(recordedRow).sort());
		// The list of answers is a bare array.
		const meta = rows.replace(/^$|payload/, 'meta');
		const metaKeys = (one: unknown) => Object.keys((at(one, meta) ?? {}) as IDataObject).sort();
		expect(metaKeys(reply)).toEqual(metaKeys(recorded));
	});

	test.each([
		['conversations?sort_by=created_at_asc', [1, 2, 3, 4]],
		['conversations?sort_by=created_at_desc', [4, 3, 2, 1]],
		['conversations', [2, 4, 3, 1]],
		['contacts?sort=name', [3, 4, 1, 2]],
		['contacts?sort=-name', [2, 1, 4, 3]],
		// Chatwoot has its own order of the keys.
		['contacts?sort=created_at,name', [3, 4, 1, 2]],
		['contacts?sort=-phone_number,created_at', [1, 2, 4, 3]],
	])('%s is in the order of Chatwoot', async (path, expected) => {
		const fake = new FakeChatwoot(release);
		fake.addContacts(4, (id) => ({
			name: id > 2 ? `A ${id}` : `B ${id}`,
			phone_number: id > 2 ? `+4930${id}` : null,
		}));
		fake.addConversations(4);
		fake.toFront(fake.conversations[1]);
		expect(await idsOf(fake, path)).toEqual(expected);
	});

	test('a contact is listed only if something identifies it', async () => {
		const fake = new FakeChatwoot(release);
		fake.addContacts(3, (id) => ({ email: id === 2 ? null : `c${id}@x.example` }));
		expect(await idsOf(fake, 'contacts?sort=email')).toEqual([1, 3]);
		expect((await idsOf(fake, 'contacts/search?q=contact&sort=name')).includes(2)).toBe(
			release !== '4.10',
		);
	});
});

test('releases differ as their recordings do', async () => {
	const [older, newer] = (['4.10', '4.16'] as const).map((release) => {
		const fake = new FakeChatwoot(release);
		fake.addContacts(18);
		fake.addConversations(1, () => ({ custom_attributes: { a: 1 } }));
		return fake;
	});
	const metaOf = async (fake: FakeChatwoot) =>
		at(await replyOf(fake, 'contacts/search?q=contact'), 'meta');
	expect(await metaOf(older)).toEqual({ count: 18, current_page: 1 });
	expect(await metaOf(newer)).toEqual({ count: 15, current_page: 1, has_more: true });
	const merged = async (fake: FakeChatwoot) =>
		at(
			await replyOf(fake, 'conversations/1/custom_attributes', {
				...{ merge: true, custom_attributes: { b: 2 } },
			}),
			'custom_attributes',
		);
	expect(await merged(older)).toEqual({ b: 2 });
	expect(await merged(newer)).toEqual({ a: 1, b: 2 });
});

test('a release that was not recorded answers as the one before it, with its own changes', async () => {
	const shown = async (release: Release) => {
		const fake = new FakeChatwoot(release);
		fake.addContacts(1);
		fake.addConversations(30, () => ({ contact_id: 1 }));
		fake.toFront(fake.conversations[0]);
		return await idsOf(fake, 'contacts/1/conversations');
	};
	const newest = upTo(30).reverse();
	expect(await shown('4.17')).toEqual([1, ...newest.slice(0, 19)]);
	expect(await shown('4.18')).toEqual(newest.slice(0, 25));
});

describe('a list under change', () => {
	let fake: FakeChatwoot;

	beforeEach(() => {
		fake = new FakeChatwoot('4.16');
		fake.addContacts(60);
		fake.addConversations(60);
	});

	/** The ids of all pages, with a change before the second one. */
	async function read(path: string, change: () => void): Promise<number[]> {
		fake.before('*', ({ query }) => (query.page === '2' ? change() : undefined));
		const ids: number[] = [];
		for (let page = 1; ; page++) {
			const found = await idsOf(fake, `${path}&page=${page}`);
			if (found.length === 0) return ids;
			ids.push(...found);
		}
	}

	const ASCENDING = 'conversations?sort_by=created_at_asc';

	test('misses a row if one of an earlier page is deleted', async () => {
		const ids = await read(ASCENDING, () => fake.remove(fake.conversations[3]));
		expect(ids).toEqual(upTo(60).filter((id) => id !== 26));
	});

	test('repeats a row if a new one comes to its front', async () => {
		const ids = await read('conversations?', () => void fake.conversation());
		expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([36]);
	});

	test('misses a row that moves to its front', async () => {
		const ids = await read('conversations?', () => void fake.toFront(fake.conversations[0]));
		expect(ids).not.toContain(1);
		expect(new Set(ids).size).toBe(59);
	});

	test('misses a contact if one of an earlier page is merged', async () => {
		const [first, second] = fake.contacts;
		const ids = await read('contacts?sort=created_at', () => fake.merge(first, second));
		expect(ids).toEqual(upTo(60).filter((id) => id !== 16));
		expect(fake.conversations[1].contact_id).toBe(1);
	});

	test('repeats and misses rows of one time, but not in an order that tells them apart', async () => {
		for (const contact of fake.contacts) contact.created_at = fake.now;
		const ids = await read('contacts?sort=created_at', () => undefined);
		expect(ids).toHaveLength(60);
		expect(new Set(ids).size).toBeLessThan(60);
		expect(new Set(await read('contacts?sort=email', () => undefined)).size).toBe(60);
	});

	test('gives no id of a deleted record again', () => {
		fake.remove(fake.conversations[59]);
		expect(fake.conversation().id).toBe(61);
	});
});

test('what happens before an answer ends when its test says so', async () => {
	const fake = new FakeChatwoot();
	fake.addConversations(1);
	const end = fake.before('GET conversations/#', (_, usual) => ({
		...(usual() as IDataObject),
		status: 'resolved',
	}));
	const status = async () => at(await replyOf(fake, 'conversations/1'), 'status');
	expect(await status()).toBe('resolved');
	end();
	expect(await status()).toBe('open');
	expect(fake.requests()).toEqual(Array(2).fill('GET conversations/1'));
});
