import type { IDataObject } from 'n8n-workflow';
import { ServiceError } from '../../../nodes/shared/faults';
import { Incomplete, orderOf, readList, type Wanted } from '../../../nodes/shared/transport/pages';
import type { Request } from '../../../nodes/shared/vocabulary';
import {
	byId,
	records,
	type Order,
	type Pages,
	type Reply,
} from '../../../nodes/shared/vocabulary/reply';
import { operations } from '../../../truth/surfaces';
import { put } from '../../support/changingList';

interface List {
	paths: string[];
	pages: Pages;
}

/** What a list is asked for, as far as its order depends on it. */
const QUERIES: IDataObject[] = [
	{},
	...['name', '-created_at', 'created_at', 'recently_created'].map((sort) => ({ sort })),
	...['created_at_asc', 'created_at_desc', 'priority_desc'].map((sort_by) => ({ sort_by })),
	{ category_slug: 'a' },
	{ sort_order: 'asc' },
];

/** The orders that a list can come in, each with a query that asks for it. */
const ordersOf = ({ order, ...pages }: Pages): Array<[Order, IDataObject]> => {
	const queries = typeof order === 'function' ? QUERIES : [{}];
	const all = queries.map((query): [Order, IDataObject] => [
		orderOf({ order, ...pages }, query) as Order,
		query,
	]);
	return [...new Map(all.map((one) => [JSON.stringify(one[0]), one])).values()];
};

const hasPages = (reply: Reply = { paths: [] }): reply is List => Boolean(reply.pages?.param);

/** Every list with page numbers, by its operation. */
const lists = operations().flatMap(([id, { reply }]): Array<[string, List]> =>
	hasPages(reply) ? [[id, reply]] : [],
);

const PLACES = 10;

const orders = new Map<string, number[]>();

/** Numbers in an order that looks like chance and is the same for the same seed. */
function shuffled(count: number, seed: number): number[] {
	const key = `${count} ${seed}`;
	const known = orders.get(key);
	if (known) return known;
	const places = Array.from(
		{ length: count },
		(_, index) => Math.imul(index ^ (seed * 0x9e3779b1), 0x85ebca6b) >>> 0,
	);
	const order = [...places.keys()].sort((one, other) => places[one] - places[other] || one - other);
	orders.set(key, order);
	return order;
}

/** What a release tells beside the rows: their number, that of the page, whether more follow. */
type TotalKind = 'all' | 'page' | 'nothing';

interface Service {
	query?: IDataObject;
	/** Although the order is said to have none. */
	ties?: boolean;
	count: number;
	size: number;
	totalKind: TotalKind;
}

/**
 * A service all of whose rows have the same place in the order: each page has them in another one, but
 * always the same. In an order without ties they stay where they are.
 */
function service(
	{ paths: [path], pages }: List,
	{ count, size, totalKind, ties, query: requestQuery }: Service,
) {
	const order = orderOf(pages, requestQuery) as Order;
	const { total, more, id = 'id', param = 'page' } = pages;
	const rowOf = (index: number) => {
		const row = { created_at: 1_700_000_000, name: 'Ann' };
		put(row, id, index + 1);
		return row;
	};
	return async ({ query = {} }: Request) => {
		const page = Number(query[param] ?? 1);
		const way = [order.atOnce, order.again].find(
			(one) => one && Object.entries(one.query).every(([key, value]) => query[key] === value),
		);
		const hasTies = ties ?? !(way?.order ?? order).unique;
		const isWhole = way?.whole;
		const all = (hasTies && !isWhole ? shuffled(count, page) : shuffled(count, 0)).map(rowOf);
		const rows = isWhole ? all : all.slice((page - 1) * size, page * size);
		if (path === '') return rows;
		const body: IDataObject = {};
		put(body, path, rows);
		if (total && totalKind !== 'nothing')
			put(body, total, totalKind === 'all' ? count : rows.length);
		if (more && totalKind === 'page') put(body, more, page * size < count);
		return body;
	};
}

/** The ids of a list that is read whole; the error where it is not. */
async function read(
	list: List,
	settings: Service,
	wanted?: Wanted,
): Promise<number[] | ServiceError> {
	const query = { ...settings.query, per_page: settings.size };
	const reading = readList(
		service(list, settings),
		{ method: 'GET', path: '/rows', query },
		list,
		PLACES,
		wanted,
	);
	const [outcome] = await Promise.allSettled([reading]);
	if (outcome.status === 'rejected') return outcome.reason as ServiceError;
	const { id = 'id' } = list.pages;
	const idOf = (row: IDataObject) =>
		Number(id.split('.').reduce<unknown>((at, key) => (at as IDataObject)[key], row));
	return outcome.value.map(idOf).sort((one, other) => one - other);
}

const upTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1);

const COUNTS = [0, 1, 40, 341];

/** As declared, and as an operator or another release sets them. */
const sizesOf = ({ size = 1 }: Pages) => [size, size + 7];

const variants = lists.flatMap(([name, list]) =>
	(['all', 'page', 'nothing'] as TotalKind[])
		// Most lists have one form; contacts have two.
		.filter(
			(totalKind) =>
				totalKind === 'nothing' || (list.pages.total && (totalKind === 'all' || list.pages.more)),
		)
		.map((totalKind): [string, TotalKind, List] => [name, totalKind, list]),
);

test.each(variants)('%s comes whole or fails (its number: %s)', async (_, totalKind, list) => {
	for (const [, query] of ordersOf(list.pages))
		for (const size of sizesOf(list.pages))
			for (const count of COUNTS)
				for (const ties of [undefined, true]) {
					const found = await read(list, { query, count, size, totalKind, ties });
					if (found instanceof ServiceError)
						expect(found.message).toMatch(/is incomplete: |the same rows on every page/);
					else expect(found).toEqual(upTo(count));
				}
});

test.each(variants)(
	'%s in parts says where rows may be missing (%s)',
	async (_, totalKind, list) => {
		const { size = 1 } = list.pages;
		for (const [order, query] of ordersOf(list.pages))
			for (const [skip, limit] of [
				[0, 2 * size + 3],
				[0, 200],
				[size + 2, 2 * size],
				[40, Infinity],
			]) {
				const doubts: string[] = [];
				const wanted = { skip, limit, onDoubt: (doubt: string) => doubts.push(doubt) };
				const found = await read(list, { query, count: 341, size, totalKind }, wanted);
				if (found instanceof Incomplete) continue;
				if (found instanceof ServiceError) throw found;
				expect(found).toHaveLength(Math.max(0, Math.min(limit, 341 - skip)));
				expect(new Set(found).size).toBe(found.length);
				expect(doubts.includes('skip')).toBe(skip > 0 && !order.unique);
			}
	},
);

const whole = lists.flatMap(([name, list]) =>
	ordersOf(list.pages)
		.filter(([{ unique, again }]) => unique ?? again?.order.unique ?? again?.whole)
		.map(([{ by }, query]): [string, string, List, IDataObject] => [name, by, list, query]),
);

test.each(whole)('%s by %s comes whole: an order has no ties', async (_name, _by, list, query) => {
	const { size = 1 } = list.pages;
	for (const count of COUNTS)
		expect(await read(list, { query, count, size, totalKind: 'all' })).toEqual(upTo(count));
});

test('a list that cannot come whole fails', async () => {
	const list: List = { paths: [''], pages: { param: 'page', size: 15, order: { by: 'none' } } };
	expect(await read(list, { count: 340, size: 15, totalKind: 'nothing' })).toBeInstanceOf(
		ServiceError,
	);
});

test.each(lists)('%s says in which order it comes', (_, { pages }) => {
	for (const [{ by }] of ordersOf(pages)) expect(by).toMatch(/\w/);
});

describe('messages, of which forty have the same time', () => {
	/** They stand in any order within a second, another one for each request. */
	function chat(count: number) {
		const all = upTo(count).map((id) => ({ id, created_at: Math.floor(id / 40) }));
		let reads = 0;
		return async ({ query: { after, before } = {} }: Request) => {
			const turn = shuffled(count + 1, ++reads);
			const place = new Map(turn.map((id, index) => [id, index]));
			const by = (one: (typeof all)[0], other: (typeof all)[0]) =>
				one.created_at - other.created_at || place.get(one.id)! - place.get(other.id)!;
			const until = Number(before ?? Infinity);
			const rows = all.filter(({ id }) => id >= Number(after ?? 0) && id < until).sort(by);
			return { payload: after === undefined ? rows.slice(-20) : rows.slice(0, 1000) };
		};
	}
	const list = records('payload', byId('older', 20, 1000));
	const readChat = async (count: number, wanted: Wanted = {}) => {
		const request = { method: 'GET', path: '/messages' };
		const rows = await readList(chat(count), request, list, PLACES, wanted);
		return rows.map(({ id }) => Number(id)).sort((one, other) => one - other);
	};

	test.each([0, 1, 20, 999, 1000, 2500, 4321])('are all there of %s', async (count) => {
		expect(await readChat(count)).toEqual(upTo(count));
	});

	test('are the newest ones where a limit is set', async () => {
		for (const limit of [20, 100, 1500]) {
			const found = await readChat(2500, { limit });
			expect(new Set(found).size).toBe(limit);
			// Within the oldest second any may be the one more.
			expect(found[0]).toBeGreaterThan(2500 - limit - 40);
		}
	});

	test('that fill whole pages with one time are an error, never a part', async () => {
		const rows = upTo(3000).map((id) => ({ id, created_at: 1 }));
		const send = async ({ query: { after } = {} }: Request) => ({
			payload: rows
				.filter(({ id }) => id >= Number(after ?? 0))
				.reverse()
				.slice(0, 1000),
		});
		const reading = readList(send, { method: 'GET', path: '/messages' }, list, PLACES);
		await expect(reading).rejects.toThrow('The list is incomplete');
	});
});

describe('contacts of an import', () => {
	const [[, contacts]] = lists.filter(([name]) => name === 'account.contact.getAll');
	/** In this order the service sorts by the keys that were asked for, whatever their order there. */
	const DECLARED = ['email', 'name', 'phone_number', 'last_activity_at', 'created_at'];

	/** Half of them have an email address, the others a phone number. */
	const imported = (count: number, known = true): IDataObject[] =>
		upTo(count).map((id) => ({
			id,
			name: id % 3 ? 'Ann' : `Ärger ${id}`,
			email: known && id % 2 ? `c${String(id * 7919)}@example.com` : null,
			phone_number: known && id % 2 === 0 ? `+49${String(id * 104_729)}` : null,
			created_at: 1_700_000_000,
			last_activity_at: null,
		}));

	const server =
		(rows: IDataObject[], totalKind: TotalKind) =>
		async ({ query = {} }: Request) => {
			const page = Number(query.page ?? 1);
			const sortKeys = String(query.sort).split(',');
			const keys = DECLARED.filter((key) => sortKeys.some((one) => one.replace('-', '') === key));
			const order = shuffled(rows.length, page).map((index) => rows[index]);
			order.sort((one, other) => {
				for (const key of keys) {
					const down = sortKeys.includes(`-${key}`) ? -1 : 1;
					const [a, b] = [one, other].map((row) => (row[key] === null ? '~' : String(row[key])));
					if (a !== b) return down * (a < b ? -1 : 1);
				}
				return 0;
			});
			const payload = order.slice((page - 1) * 15, page * 15);
			const meta =
				totalKind === 'all'
					? { count: rows.length }
					: { count: payload.length, has_more: page * 15 < rows.length };
			return { meta, payload };
		};

	const all = async (rows: IDataObject[], sort: string, totalKind: TotalKind, wanted = {}) =>
		await readList(
			server(rows, totalKind),
			{ method: 'GET', path: '/contacts', query: { sort } },
			contacts,
			PLACES,
			wanted,
		);

	test.each([
		['name,created_at', 'all'],
		['-name,created_at', 'page'],
		['created_at', 'all'],
		['-created_at', 'page'],
		['last_activity_at,created_at', 'all'],
		['-last_activity_at,created_at', 'page'],
		['email,created_at', 'all'],
		['-phone_number,created_at', 'page'],
	] as Array<[string, TotalKind]>)('by %s are whole (the number: %s)', async (sort, totalKind) => {
		const found = await all(imported(500), sort, totalKind);
		expect(found.map(({ id }) => Number(id)).sort((a, b) => a - b)).toEqual(upTo(500));
	});

	test('stand in the order that was asked for', async () => {
		const rows = imported(500);
		const names = (await all(rows, '-name,created_at', 'all')).map(({ name }) => String(name));
		expect(names.slice(0, 2)).toEqual(['Ärger 99', 'Ärger 96']);
		expect(names.at(-1)).toBe('Ann');
		const emails = (await all(rows, 'created_at', 'all')).map(({ created_at }) => created_at);
		expect(new Set(emails).size).toBe(1);
	});

	test('that nothing tells apart are an error, never a part', async () => {
		const reading = all(imported(340, false), 'name,created_at', 'all');
		await expect(reading).rejects.toThrow('The list is incomplete');
	});

	test('with a limit are different ones, and it is told that others may be missing', async () => {
		const onDoubt = jest.fn();
		const found = await all(imported(500), 'created_at', 'page', { limit: 100, onDoubt });
		expect(new Set(found.map(({ id }) => id)).size).toBe(100);
		expect(onDoubt).toHaveBeenCalledWith('repeats');
	});

	test('with a limit are read in another order if page after page repeats rows', async () => {
		const rows = imported(500);
		const whole = server(rows, 'page');
		// As PostgreSQL did it with two imports: some pages in a row have nothing new.
		const stalling = async (request: Request) => {
			const page = Number(request.query?.page ?? 1);
			const isTied = request.query?.sort === '-created_at,created_at' && page > 3 && page < 8;
			return await whole(isTied ? { ...request, query: { ...request.query, page: 1 } } : request);
		};
		const request = { method: 'GET', path: '/s', query: { sort: '-created_at,created_at' } };
		for (const limit of [100, 200, 400]) {
			const found = await readList(stalling, request, contacts, PLACES, { limit });
			expect(new Set(found.map(({ id }) => id)).size).toBe(limit);
		}
	});

	test('come as they are wanted, whichever way they were read', async () => {
		const found = await all(imported(100), 'created_at', 'all', {
			mapRow: ({ id }: IDataObject) => ({ contact_id: id }),
		});
		expect(found).toHaveLength(100);
		expect(found[0]).toEqual({ contact_id: expect.any(Number) });
	});
});
