import type { IDataObject } from 'n8n-workflow';
import { newRun, persist } from '../../../nodes/shared/transport/run';
import { byId, byPage, whole, type Order } from '../../../nodes/shared/vocabulary/reply';
import { untilInFlight } from '../../support/clock';
import {
	ALL,
	body,
	FIXED,
	idsOf,
	read,
	readFrom,
	rows,
	startAfter,
	type Body,
} from '../../support/lists';
import { json, run } from '../../support/run';

const SIZE = 15;
const COUNTED = byPage(SIZE, FIXED, { total: 'meta.count' });
const UNCOUNTED = byPage(SIZE, FIXED);

const pageOf = (list: IDataObject[], page: number, size = SIZE) =>
	list.slice((page - 1) * size, page * size);

/** A list with a total; `size` is that of the server's pages. */
const counted =
	(count: number, { size = SIZE, total = count }: { size?: number; total?: unknown } = {}): Body =>
	(page) =>
		body(pageOf(rows(1, count), page, size), total);

/** A list that tells no total. */
const uncounted =
	(count: number): Body =>
	(page) =>
		body(pageOf(rows(1, count), page));

/** The queries of these pages; the first is asked for without a number. */
const from = (first: number, last: number) =>
	Array.from({ length: last - first + 1 }, (_, index) =>
		first + index === 1 ? '' : `page=${first + index}`,
	);

/**
 * The queries of a list without a total: its pages, and all but the last again, which must not have changed.
 */
const compared = (last: number) =>
	from(1, last).flatMap((query, index) => (index < last - 1 ? [query, query] : [query]));

describe('a list with a total', () => {
	test('its first page is read alone, then all others side by side', async () => {
		const { ids, requests, inFlight } = await read(COUNTED, counted(52), ALL, {
			hold: untilInFlight(3),
		});
		expect(ids).toEqual(idsOf(rows(1, 52)));
		expect(requests).toEqual(from(1, 4));
		expect(inFlight).toEqual([1, 1, 2, 3]);
	});

	test.each([
		[10, {}],
		[3, { requestOptions: { requestsAtOnce: 3 } }],
		[20, { requestOptions: { requestsAtOnce: 20 } }],
	])('at most %d requests are in flight with %j', async (places, options) => {
		const parameters = { ...ALL, ...options };
		const hold = untilInFlight(places);
		const { ids, inFlight } = await read(COUNTED, counted(325), parameters, { hold });
		expect(ids).toEqual(idsOf(rows(1, 325)));
		expect(inFlight).toHaveLength(22);
		expect(Math.max(...inFlight)).toBe(places);
	});

	test('its rows stand in the order of the pages, whichever comes first', async () => {
		const wait = (page: number) => (6 - page) * 4;
		const { ids } = await read(COUNTED, counted(80), ALL, { wait });
		expect(ids).toEqual(idsOf(rows(1, 80)));
	});

	// After a full page no number ends it.
	test.each([
		[0, 1],
		[1, 1],
		[14, 1],
		[15, 2],
		[16, 2],
		[30, 3],
		[31, 3],
	])('%d rows are %d requests', async (count, pages) => {
		const { ids, requests } = await read(COUNTED, counted(count), ALL);
		expect(ids).toEqual(idsOf(rows(1, count)));
		expect(requests).toEqual(from(1, pages));
	});

	test.each([
		[10, 40, 5],
		[10, 39, 4],
		[1, 5, 6],
		[14, 15, 2],
		[20, 60, 4],
		[25, 60, 3],
		[25, 25, 2],
		[40, 100, 3],
		[100, 40, 2],
	])(
		'on a server with pages of %d all %d rows come, in %d requests',
		async (size, count, pages) => {
			const { ids, requests } = await read(COUNTED, counted(count, { size }), ALL);
			expect(ids).toEqual(idsOf(rows(1, count)));
			expect(requests).toEqual(from(1, pages));
		},
	);

	test.each([
		['all rows', 40, ALL],
		['a limit that is never reached', 40, { limit: 50 }],
		['all rows of an empty list', 0, ALL],
	])('fails if its pages end before the total: %s', async (_, count, parameters) => {
		const { ids, error } = await read(COUNTED, counted(count, { total: 1000 }), parameters);
		expect(ids).toEqual([]);
		expect(error?.message).toBe(
			`The list is incomplete: Chatwoot reports 1000 rows, but its pages returned ${count} different ones`,
		);
	});

	test('a total that is more than what is passed over ends at empty pages', async () => {
		const parameters = { ...ALL, ...startAfter(60) };
		const { ids, requests } = await read(COUNTED, counted(40, { total: 1000 }), parameters);
		expect(ids).toEqual([]);
		expect(requests).toEqual(['', ...from(5, 14)]);
	});

	test('that repeats one page for ever fails', async () => {
		const firstPageAlways: Body = () => body(rows(1, 15), 1000);
		const { ids, requests, error } = await read(COUNTED, firstPageAlways, { limit: 30 });
		expect(ids).toEqual([]);
		expect(requests).toEqual(from(1, 4));
		expect(error?.message).toBe('Chatwoot returns the same rows on every page');
	});

	test.each(['40', null, { all: 40 }])('a total of %j is none', async (total) => {
		const { ids, requests } = await read(COUNTED, counted(40, { total }), ALL);
		expect(ids).toEqual(idsOf(rows(1, 40)));
		expect(requests).toEqual(compared(3));
	});

	test.each([
		[20, 100],
		[15, 100],
		[1, 100],
		[0, 16],
	])('a total of %d that is too small misses none of %d rows', async (total, count) => {
		const { ids } = await read(COUNTED, counted(count, { total }), ALL);
		expect(ids).toEqual(idsOf(rows(1, count)));
		const part = { limit: 7, ...startAfter(count - 10) };
		const { ids: end } = await read(COUNTED, counted(count, { total }), part);
		expect(end).toEqual(idsOf(rows(count - 9, 7)));
	});

	test('a page that is not full ends no list whose total says more', async () => {
		// The service leaves out what the user may not see, after it cut the pages.
		const sparse: Body = (page) =>
			body(
				pageOf(rows(1, 70), page).filter(({ id }) => id !== 20),
				69,
			);
		const { ids } = await read(COUNTED, sparse, ALL);
		expect(ids).toEqual(idsOf(rows(1, 70)).filter((id) => id !== 20));
	});

	test('such a page does not end it where pages are read one after the other, either', async () => {
		const sparse: Body = (page) =>
			body(
				pageOf(rows(1, 70), page).filter(({ id }) => id !== 20),
				69,
			);
		const one = { ...ALL, requestOptions: { requestsAtOnce: 1 } };
		const { ids, error, requests } = await read(COUNTED, sparse, one);
		expect(error).toBeUndefined();
		expect(ids).toEqual(idsOf(rows(1, 70)).filter((id) => id !== 20));
		expect(requests).toEqual(from(1, 5));
	});

	test('rows that are added while it is read come too', async () => {
		const all = [
			...rows(1, 40),
			...rows(41, 10).map(({ id }) => ({ id, created_at: 1_800_000_000 })),
		];
		const growing: Body = (page) => {
			const list = all.slice(0, page < 3 ? 40 : 50);
			return body(pageOf(list, page), list.length);
		};
		const { ids, requests } = await read(COUNTED, growing, ALL);
		expect(ids).toEqual(idsOf(rows(1, 50)));
		expect(requests).toEqual(from(1, 4));
	});

	test('rows that are deleted while it is read: it is read again', async () => {
		let reads = 0;
		const shrinking: Body = (page) => {
			const gone = reads++ > 2 ? 5 : 0;
			return body(pageOf(rows(1 + gone, 80 - gone), page), 80 - gone);
		};
		const { ids } = await read(COUNTED, shrinking, {
			...ALL,
			requestOptions: { requestsAtOnce: 1 },
		});
		expect(ids).toEqual(idsOf(rows(6, 75)));
	});
});

describe('a list with a total whose rows have no times', () => {
	test.each<[string, (row: IDataObject) => IDataObject]>([
		['an id', ({ id }) => ({ id })],
		['different words', ({ id }) => ({ name: `Ada ${String(id)}` })],
		['the same words', () => ({ name: 'Ada' })],
	])('is read twice where they have %s', async (_, shown) => {
		const list = rows(1, 40).map(shown);
		const { ids, requests, error } = await read(
			COUNTED,
			(page) => body(pageOf(list, page), 40),
			ALL,
		);
		expect(error).toBeUndefined();
		expect(ids).toHaveLength(40);
		expect(requests.filter((query) => query === 'page=2')).toHaveLength(2);
		expect(requests.filter((query) => query === 'page=3')).toHaveLength(2);
	});
});

describe('a list without a total', () => {
	test('goes on page by page until one is not full', async () => {
		const { ids, requests, inFlight } = await read(UNCOUNTED, uncounted(40), ALL, {
			wait: () => 5,
		});
		expect(ids).toEqual(idsOf(rows(1, 40)));
		expect(requests).toEqual(compared(3));
		expect(inFlight).toEqual([1, 1, 1, 1, 2]);
	});

	test.each([
		[0, 1],
		[1, 1],
		[14, 1],
		[15, 2],
		[29, 2],
		[30, 3],
	])('with %d rows ends after %d pages', async (count, pages) => {
		const { ids, requests } = await read(UNCOUNTED, uncounted(count), ALL);
		expect(ids).toEqual(idsOf(rows(1, count)));
		expect(requests).toEqual(compared(pages));
	});

	test('on a server with larger pages all rows come', async () => {
		const { ids, requests } = await read(UNCOUNTED, counted(70, { size: 25, total: null }), ALL);
		expect(ids).toEqual(idsOf(rows(1, 70)));
		expect(requests).toEqual(compared(3));
	});

	test('that repeats one full page for ever fails', async () => {
		const { ids, requests, error } = await read(UNCOUNTED, () => body(rows(1, 15)), ALL);
		expect(ids).toEqual([]);
		expect(requests).toEqual(from(1, 4));
		expect(error?.message).toBe('Chatwoot returns the same rows on every page');
	});
});

describe('a list that tells whether there is more, and counts the page', () => {
	const WITH_MORE = byPage(SIZE, FIXED, { total: 'meta.count', more: 'meta.has_more' });

	const withMore =
		(count: number, size = SIZE): Body =>
		(page) => {
			const payload = pageOf(rows(1, count), page, size);
			return { meta: { count: payload.length, has_more: page * size < count }, payload };
		};

	test.each([
		[0, 15, 1],
		[1, 15, 1],
		[15, 15, 1],
		[16, 15, 2],
		[30, 15, 2],
		[52, 15, 4],
		[10, 10, 1],
		[23, 10, 3],
		[100, 40, 3],
	])('all %d rows come in pages of %d, with %d pages', async (count, size, pages) => {
		const { ids, requests, inFlight } = await read(WITH_MORE, withMore(count, size), ALL);
		expect(ids).toEqual(idsOf(rows(1, count)));
		expect(requests).toEqual(compared(pages));
		expect(Math.max(...inFlight.slice(0, pages))).toBe(1);
	});

	test.each([10, 15, 40])('Start After and Limit are right in pages of %d', async (size) => {
		for (const skip of [7, 10, 15, 20, 39, 40, 41, 99, 100, 120])
			for (const limit of [1, 20, 200]) {
				const { ids } = await read(WITH_MORE, withMore(100, size), { limit, ...startAfter(skip) });
				expect([skip, limit, ids]).toEqual([
					skip,
					limit,
					idsOf(rows(1, 100).slice(skip, skip + limit)),
				]);
			}
	});

	test('goes on side by side where the release tells the whole number instead', async () => {
		const { ids, inFlight } = await read(WITH_MORE, counted(52), ALL, { hold: untilInFlight(3) });
		expect(ids).toEqual(idsOf(rows(1, 52)));
		expect(inFlight).toEqual([1, 1, 2, 3]);
	});

	test('a word that is none of yes and no says nothing', async () => {
		const blank: Body = (page) => ({
			meta: { count: null, has_more: null },
			payload: pageOf(rows(1, 20), page),
		});
		const { ids, requests } = await read(WITH_MORE, blank, ALL);
		expect(ids).toEqual(idsOf(rows(1, 20)));
		expect(requests).toEqual(compared(2));
	});
});

describe('a list without a number, whose pages an operator may set', () => {
	const SETTABLE = byPage(25, FIXED, { settable: true });

	test.each([
		[0, 10, 1],
		[3, 10, 2],
		[10, 10, 2],
		[25, 10, 3],
		[30, 10, 4],
		[3, 25, 2],
		[25, 25, 2],
		[26, 25, 2],
		[70, 40, 2],
	])('all %d rows come in pages of %d, with %d pages', async (count, size, pages) => {
		const list = counted(count, { size, total: null });
		const { ids, requests } = await read(SETTABLE, list, ALL);
		expect(ids).toEqual(idsOf(rows(1, count)));
		// A short page with nothing behind it is the whole list.
		expect(requests).toEqual(pages === 2 && count < 25 ? from(1, 2) : compared(pages));
	});

	test('asks for nothing more once the limit is reached', async () => {
		const list = counted(30, { size: 10, total: null });
		const { ids, requests } = await read(SETTABLE, list, { limit: 10 });
		expect(ids).toEqual(idsOf(rows(1, 10)));
		expect(requests).toEqual(['']);
	});
});

describe.each([
	['with a total', COUNTED, counted, from(1, 3)],
	['without a total', UNCOUNTED, uncounted, compared(3)],
])('a limit of a list %s', (_, pages, list, whole) => {
	test.each([
		[1, 1],
		[15, 1],
		[16, 2],
		[30, 2],
		[31, 3],
	])('of %d is reached with %d requests', async (limit, last) => {
		const { ids, requests } = await read(pages, list(200), { limit });
		expect(ids).toEqual(idsOf(rows(1, limit)));
		expect(requests).toEqual(from(1, last));
	});

	test('may be larger than the list', async () => {
		const { ids, requests } = await read(pages, list(40), { limit: 1000 });
		expect(ids).toEqual(idsOf(rows(1, 40)));
		expect(requests).toEqual(whole);
	});

	test('is 50 where none is set', async () => {
		const { ids, requests } = await read(pages, list(200), {});
		expect(ids).toEqual(idsOf(rows(1, 50)));
		expect(requests).toEqual(from(1, 4));
	});

	test('counts for nothing with Return All', async () => {
		const { ids } = await read(pages, list(40), { ...ALL, limit: 2 });
		expect(ids).toEqual(idsOf(rows(1, 40)));
	});

	test.each([0, -1, 1.5, 'many', ''])('of %j is refused', async (limit) => {
		const { error, requests } = await read(pages, list(40), { limit });
		expect(error?.message).toBe('Limit must be a whole number from 1');
		expect(requests).toEqual([]);
	});
});

test.each([
	[10, 15, 2],
	[10, 10, 1],
	[25, 20, 1],
	[25, 30, 2],
])('on a server with pages of %d a limit of %d takes %d requests', async (size, limit, last) => {
	const { ids, requests } = await read(COUNTED, counted(200, { size }), { limit });
	expect(ids).toEqual(idsOf(rows(1, limit)));
	expect(requests).toEqual(from(1, last));
});

/** The first page, which tells the size of pages and list, and those that are wanted. */
const firstAnd = (first: number, last: number) => [
	...new Set([...from(1, 1), ...from(first, last)]),
];

describe.each([
	['with a total', COUNTED, counted, from(1, 3)],
	['without a total', UNCOUNTED, uncounted, compared(3)],
])('Start After in a list %s', (_, pages, list, whole) => {
	test.each([
		[0, 1, 3],
		[1, 1, 3],
		[14, 1, 3],
		[15, 2, 3],
		[20, 2, 3],
		[30, 3, 3],
		[39, 3, 3],
		[40, 3, 3],
	])('passes over %d of 40 rows and reads pages %d to %d', async (skip, first, last) => {
		const { ids, requests, error } = await read(pages, list(40), { ...ALL, ...startAfter(skip) });
		expect(error).toBeUndefined();
		expect(ids).toEqual(idsOf(rows(1, 40).slice(skip)));
		expect(requests).toEqual(first === 1 ? whole : firstAnd(first, last));
	});

	test.each([
		[0, 15, 1, 1],
		[1, 14, 1, 1],
		[1, 15, 1, 2],
		[15, 15, 2, 2],
		[15, 16, 2, 3],
		[20, 10, 2, 2],
		[20, 11, 2, 3],
		[20, 30, 2, 4],
		[190, 20, 13, 14],
	])('%d with a limit of %d reads pages %d to %d', async (skip, limit, first, last) => {
		const { ids, requests } = await read(pages, list(200), { limit, ...startAfter(skip) });
		expect(ids).toEqual(idsOf(rows(1, 200).slice(skip, skip + limit)));
		expect(requests).toEqual(firstAnd(first, last));
	});

	test('passes over more than there are', async () => {
		const { ids, requests } = await read(pages, list(40), { ...ALL, ...startAfter(60) });
		expect(ids).toEqual([]);
		expect(requests).toEqual(['', 'page=5']);
	});

	test('reads a list in parts that fit together', async () => {
		const parts = [0, 33, 66, 99].map(
			async (skip) => await read(pages, list(100), { limit: 33, ...startAfter(skip) }),
		);
		const ids = (await Promise.all(parts)).flatMap((part) => part.ids);
		expect(ids).toEqual(idsOf(rows(1, 100)));
	});
});

describe('Start After', () => {
	test.each([-1, 1.5, 'ten', '-1', '1e400'])('of %j is refused', async (skip) => {
		const { error, requests } = await read(COUNTED, counted(40), startAfter(skip));
		expect(error?.message).toBe('Start After must be a whole number from 0');
		expect(requests).toEqual([]);
	});

	test.each(['20', ' 20 ', '={{ 20 }}'])('may be the text "%s"', async (skip) => {
		const { ids } = await read(COUNTED, counted(40), startAfter(skip));
		expect(ids).toEqual(idsOf(rows(21, 20)));
	});

	test('left empty passes over nothing', async () => {
		const { ids } = await read(COUNTED, counted(40), startAfter(''));
		expect(ids).toEqual(idsOf(rows(1, 40)));
	});

	test('reads the other pages side by side, too', async () => {
		const parameters = { ...ALL, ...startAfter(100) };
		const { ids, requests, inFlight } = await read(COUNTED, counted(175), parameters, {
			hold: untilInFlight(6),
		});
		expect(ids).toEqual(idsOf(rows(101, 75)));
		expect(requests).toEqual(firstAnd(7, 12));
		expect(inFlight).toEqual([1, 1, 2, 3, 4, 5, 6]);
	});

	test.each([1, 5, 10, 14, 16, 20, 25, 30, 100])(
		'gives the right rows on a server with pages of %d',
		async (size) => {
			for (const skip of [7, 15, 16, 20, 29, 30, 31, 39, 40, 45, 60]) {
				const parameters = { ...ALL, ...startAfter(skip) };
				const { ids } = await read(COUNTED, counted(40, { size }), parameters);
				expect([skip, ids]).toEqual([skip, idsOf(rows(1, 40).slice(skip))]);
			}
		},
	);
});

describe('rows that a moving list repeats', () => {
	/** One row is put in front after each reply, so that the last of a page comes again on the next one. */
	const moving = (count: number, total?: number, most = 3): Body => {
		let arrived = 0;
		return (page) => {
			const first = 1 - Math.min(arrived++, most);
			return body(pageOf(rows(first, count + 1 - first), page), total);
		};
	};
	const FRONT: Order = { ...FIXED, front: true };
	const [WITH_TOTAL, WITHOUT_TOTAL] = [
		byPage(SIZE, FRONT, { total: 'meta.count' }),
		byPage(SIZE, FRONT),
	];

	test.each([
		['with a total', WITH_TOTAL, moving(40, 40)],
		['without a total', WITHOUT_TOTAL, moving(40)],
	])('come once in a list %s, with what came meanwhile', async (_, pages, list) => {
		const { ids } = await read(pages, list, ALL);
		expect(ids).toEqual(idsOf(rows(-2, 43)));
	});

	test.each([
		['with a total', WITH_TOTAL, moving(100, 100)],
		['without a total', WITHOUT_TOTAL, moving(100)],
	])('do not use up the limit of a list %s', async (_, pages, list) => {
		const { ids, requests } = await read(pages, list, { limit: 30 });
		expect(ids).toEqual(idsOf(rows(-2, 30)));
		expect(requests).toEqual([...from(1, 1), ...from(1, 3)]);
	});

	test('are an error in an order in which nothing moves to the front', async () => {
		const { error } = await read(UNCOUNTED, moving(40, undefined, Infinity), ALL);
		expect(error?.message).toMatch(/^The list is incomplete: /);
	});

	test.each([
		['have no id', { name: 'Ann' }],
		['have none as id', { id: null, name: 'Ann' }],
	])('all stay where they %s', async (_, row) => {
		const list = Array.from({ length: 20 }, () => row);
		const { items } = await read(COUNTED, (page) => body(pageOf(list, page), 20), ALL);
		expect(items.map((item) => item.json)).toEqual(list);
	});
});

describe('messages', () => {
	const times = (list: IDataObject[]) => list.map((row, index) => ({ ...row, created_at: index }));
	/** Ids count in the whole service, so those of one conversation have gaps. */
	const messages = (count: number) =>
		times(Array.from({ length: count }, (_, index) => ({ id: 1001 + 3 * index })));

	/** What the service does with `after` and `before`; `before` alone looks at the times. */
	const conversation = (list: IDataObject[]) => (query: URLSearchParams) => {
		const [after, before] = [query.get('after'), query.get('before')];
		const found = (test: (id: number) => boolean) => list.filter(({ id }) => test(Number(id)));
		if (after && before)
			return { payload: found((id) => id >= +after && id < +before).slice(0, 1000) };
		if (after) return { payload: found((id) => id > +after).slice(0, 100) };
		if (!before) return { payload: list.slice(-20) };
		const time = Number(list.find(({ id }) => id === +before)?.created_at);
		return { payload: list.filter((row) => Number(row.created_at) < time).slice(-20) };
	};

	test.each([
		[{ before: '1646' }, [1644, 1645]],
		[{ before: '1644' }, []],
		[{ after: '1748' }, []],
		[{ after: '1645', before: '1648' }, [1645, 1646, 1647]],
		[{ after: '1746' }, [1747, 1748]],
	])('are given for %j as by a real server', (query, ids) => {
		const { payload } = conversation(times(rows(1644, 105)))(new URLSearchParams(query));
		expect(idsOf(payload)).toEqual(ids);
	});

	const OLDER = byId('older', 20);
	const NEWER = byId('newer', 1000);

	test.each([
		[0, ['']],
		[19, ['']],
		[20, ['', 'before=1001']],
		[45, ['', 'before=1076', 'before=1016']],
	])('going back, all %d come in order', async (count, queries) => {
		const { ids, requests } = await readFrom(OLDER, conversation(messages(count)), ALL);
		expect(ids).toEqual(idsOf(messages(count)));
		expect(requests).toEqual(queries);
	});

	test.each([
		[1, ['']],
		[20, ['']],
		[21, ['', 'before=1241']],
		[50, ['', 'before=1241', 'before=1181']],
	])('going back, a limit of %d takes the newest', async (limit, queries) => {
		const { ids, requests } = await readFrom(OLDER, conversation(messages(100)), { limit });
		expect(ids).toEqual(idsOf(messages(100).slice(-limit)));
		expect(requests).toEqual(queries);
	});

	const query = (after: number) => `after=${after}&before=2147483647`;

	test.each([
		[0, [query(1)]],
		[999, [query(1)]],
		[1000, [query(1), query(3899)]],
		[2500, [query(1), query(3899), query(6797)]],
	])('going on, all %d come in order', async (count, queries) => {
		const { ids, requests } = await readFrom(NEWER, conversation(messages(count)), ALL);
		expect(ids).toEqual(idsOf(messages(count)));
		expect(requests).toEqual(queries);
	});

	test.each([
		[1, [query(1)]],
		[1000, [query(1)]],
		[1001, [query(1), query(3899)]],
	])('going on, a limit of %d takes the oldest', async (limit, queries) => {
		const { ids, requests } = await readFrom(NEWER, conversation(messages(2500)), { limit });
		expect(ids).toEqual(idsOf(messages(2500).slice(0, limit)));
		expect(requests).toEqual(queries);
	});

	test('of the same second all come going on, and going back ends', async () => {
		const sameTime = messages(50).map((row) => ({ ...row, created_at: 0 }));
		const on = await readFrom(NEWER, conversation(sameTime), ALL);
		expect(on.ids).toEqual(idsOf(sameTime));
		const back = await readFrom(OLDER, conversation(sameTime), ALL);
		expect(back.ids).toEqual(idsOf(sameTime.slice(-20)));
		expect(back.requests).toEqual(['', 'before=1091']);
	});

	const BOTH = byId('older', 20, 1000);
	const between = (after: number, before: number) => `after=${after}&before=${before}`;
	const bounds = (options: IDataObject) => ({ options });

	test.each([
		[0, [query(1)]],
		[45, [query(1)]],
		[2500, [query(1), query(3899), query(6797)]],
	])('both ways, all %d come going on', async (count, queries) => {
		const { ids, requests } = await readFrom(BOTH, conversation(messages(count)), ALL);
		expect(ids).toEqual(idsOf(messages(count)));
		expect(requests).toEqual(queries);
	});

	test.each([
		[1, ['']],
		[50, ['', 'before=1241', 'before=1181']],
	])('both ways, a limit of %d takes the newest going back', async (limit, queries) => {
		const { ids, requests } = await readFrom(BOTH, conversation(messages(100)), { limit });
		expect(ids).toEqual(idsOf(messages(100).slice(-limit)));
		expect(requests).toEqual(queries);
	});

	test.each([
		['after one, going on', { after: 1004 }, 2, 100, [query(1005)]],
		['after one, to the last', { after: 1280 }, 94, 100, [query(1281)]],
		['after 0, from the first', { after: 0 }, 0, 100, [query(1)]],
		['before one, going on', { before: 1016 }, 0, 5, ['before=1016&after=1']],
		['between two, going on', { after: 1001, before: 1016 }, 1, 5, [between(1002, 1016)]],
	])('both ways, all %s', async (_, options, first, last, queries) => {
		const parameters = { ...ALL, ...bounds(options) };
		const { ids, requests } = await readFrom(BOTH, conversation(messages(100)), parameters);
		expect(ids).toEqual(idsOf(messages(100).slice(first, last)));
		expect(requests).toEqual(queries);
	});

	test.each([
		['after one takes the oldest behind it', { after: 1004 }, 3, 2, 5, [query(1005)]],
		['before one takes the newest', { before: 1061 }, 3, 17, 20, ['before=1061']],
		['before one goes back from it', { before: 1241 }, 30, 50, 80, ['before=1241', 'before=1181']],
		['between two takes the oldest', { after: 1001, before: 1016 }, 2, 1, 3, [between(1002, 1016)]],
	])('both ways, a limit %s', async (_, options, limit, first, last, queries) => {
		const parameters = { limit, ...bounds(options) };
		const { ids, requests } = await readFrom(BOTH, conversation(messages(100)), parameters);
		expect(ids).toEqual(idsOf(messages(100).slice(first, last)));
		expect(requests).toEqual(queries);
	});

	test('both ways, a limit misses none of the messages that were written in one moment', async () => {
		// The service compares microseconds and shows seconds. The oldest message of the newest page and the
		// one before it are of one microsecond: the page before has only what is older than that.
		const exact = messages(60).map((row, index) => ({
			...row,
			created_at: index < 40 ? index : index - 1,
		}));
		const shown = (query: URLSearchParams) => {
			const { payload } = conversation(exact)(query);
			return { payload: payload.map((row) => ({ ...row, created_at: 1_800_000_000 })) };
		};
		const { ids, error } = await readFrom(BOTH, shown, { limit: 30 });
		expect(error).toBeUndefined();
		expect(ids).toEqual(idsOf(messages(60).slice(-30)));
	});

	test('both ways, what lies before one goes on page by page, too', async () => {
		const parameters = { ...ALL, ...bounds({ after: 1003, before: 8000 }) };
		const { ids, requests } = await readFrom(BOTH, conversation(messages(2500)), parameters);
		expect(ids).toEqual(
			idsOf(messages(2500)).filter((id) => Number(id) > 1003 && Number(id) < 8000),
		);
		expect(requests).toEqual([between(1004, 8000), between(3902, 8000), between(6800, 8000)]);
	});

	test.each([
		['back', OLDER, 20],
		['on', NEWER, 1000],
	])('that come twice going %s are an error: more may follow', async (_, pages, size) => {
		const { error, requests } = await readFrom(pages, () => body(rows(1, size)), ALL);
		expect(error?.message).toBe('The list is incomplete: a full page had no new rows');
		expect(requests).toHaveLength(2);
	});
});

describe('a list in one piece', () => {
	test.each([
		[{ limit: 5 }, 5],
		[{ limit: 60 }, 60],
		[{ limit: 61 }, 60],
		[{}, 50],
		[ALL, 60],
	])('with %j gives %d of 60 rows from one request', async (parameters, count) => {
		const { ids, requests } = await read(whole, () => body(rows(1, 60)), parameters);
		expect(ids).toEqual(idsOf(rows(1, count)));
		expect(requests).toEqual(['']);
	});

	test('that is empty is no item', async () => {
		const { items, error } = await read(whole, () => body([]), ALL);
		expect([items, error]).toEqual([[], undefined]);
	});
});

describe('something else than a list', () => {
	const WORDS = 'The reply from Chatwoot does not contain the expected list';

	test.each([
		['whole', whole],
		['by page', COUNTED],
		['by id', byId('older', 20)],
	])('is an error of a list %s', async (_, pages) => {
		for (const other of [{ payload: { id: 1 } }, { payload: null }, { error: 'x' }, {}, null, 5]) {
			const { error, items } = await read(pages, () => other, ALL);
			expect(error?.message).toBe(WORDS);
			expect(items).toEqual([]);
		}
	});

	test('on a later page gives no part of the list', async () => {
		const broken: Body = (page) => (page === 3 ? { payload: 'x' } : counted(60)(page));
		const { error, items } = await read(COUNTED, broken, ALL);
		expect(error?.message).toBe(WORDS);
		expect(items).toEqual([]);
	});
});

test('a list without what should be around it is taken as it is', async () => {
	const { ids } = await read(COUNTED, () => rows(1, 3), ALL);
	expect(ids).toEqual([1, 2, 3]);
});

describe('the lists of two items', () => {
	const two = [{ json: { limit: 20 } }, { json: { limit: 3 } }];

	test('keep their order, and every row is linked to its own item', async () => {
		const wait = (page: number) => (page === 2 ? 5 : 0);
		const parameters = { limit: '={{ $json.limit }}' };
		const { items } = await read(COUNTED, counted(40), parameters, { wait, items: two });
		expect(items).toEqual(
			[20, 3].flatMap((limit, item) =>
				rows(1, limit).map((row) => ({ json: row, pairedItem: { item } })),
			),
		);
	});

	test('share the requests in flight', async () => {
		const parameters = { ...ALL, requestOptions: { requestsAtOnce: 4 } };
		const { items, inFlight } = await read(COUNTED, counted(145), parameters, {
			hold: untilInFlight(4),
			items: two,
		});
		expect(items).toHaveLength(290);
		expect(inFlight).toHaveLength(20);
		expect(Math.max(...inFlight)).toBe(4);
	});
});

test('the pages of a search keep its query', async () => {
	const page = (first: number, count: number) =>
		json({ meta: { count: 16 }, payload: rows(first, count) });
	const search = { q: 'a b', sort: 'name', ...ALL };
	const { received, items } = await run('contact.search', search, [page(1, 15), page(16, 1)]);
	expect(items).toHaveLength(16);
	expect(received.map(({ query }) => query)).toEqual([
		[
			['q', 'a b'],
			['sort', 'name,created_at'],
		],
		[
			['q', 'a b'],
			['sort', 'name,created_at'],
			['page', '2'],
		],
	]);
});

test.each([
	[{}, []],
	[{ limit: 20 }, []],
	[
		ALL,
		[
			['after', '1'],
			['before', '2147483647'],
		],
	],
	[
		{ limit: 2, options: { after: 5 } },
		[
			['after', '6'],
			['before', '2147483647'],
		],
	],
	[{ limit: 2, options: { before: 5 } }, [['before', '5']]],
])('the messages of a conversation with %j are asked for with %j', async (parameters, query) => {
	const allParameters = { conversation_id: 7, ...parameters };
	const { received, items } = await run('message.getAll', allParameters, [json(body(rows(6, 2)))]);
	expect(items).toHaveLength(2);
	expect(received.map((request) => request.query)).toEqual([query]);
});

test('a page that fails fails the item', async () => {
	const { error, items } = await run('contact.search', { q: 'a', sort: 'name', ...ALL }, [
		json({ meta: { count: 40 }, payload: rows(1, 15) }),
		json({ error: 'Internal Server Error' }, 500),
	]);
	expect(error?.message).toBe('Internal Server Error');
	expect(items).toEqual([]);
});

test('once all places are taken, requests begin a little apart', async () => {
	jest.useFakeTimers();
	try {
		const run = newRun({ requestsAtOnce: 4 });
		const first = Date.now();
		const begun: number[] = [];
		const send = async () => {
			begun.push(Date.now() - first);
			await new Promise((resolve) => setTimeout(resolve, 40));
		};
		const request = async () =>
			await run.request(async () => await persist(run, { method: 'GET' }, send));
		const all = Promise.all(Array.from({ length: 12 }, request));
		await jest.advanceTimersByTimeAsync(1000);
		await all;
		expect(begun).toEqual([0, 0, 0, 0, 40, 50, 60, 70, 80, 90, 100, 110]);
	} finally {
		jest.useRealTimers();
	}
});
