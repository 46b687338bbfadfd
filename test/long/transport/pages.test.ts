import { byId, byPage, whole } from '../../../nodes/shared/vocabulary/reply';
import { ALL, body, FIXED, read, readFrom, rows, startAfter, type Body } from '../../support/lists';

// Lists of 100,000 rows take seconds where other tests run beside.
jest.setTimeout(120_000);

/** Enough to compare long lists. */
const gist = (ids: unknown[]) => [ids.length, new Set(ids).size, ids[0], ids.at(-1)];

describe('more rows than n8n takes from one item', () => {
	const MOST = 100_000;
	const [BIG, BIG_UNCOUNTED] = [byPage(1000, FIXED, { total: 'meta.count' }), byPage(1000, FIXED)];
	/** Pages of 1000 rows, made as they are asked for. */
	const long =
		(count: number, total?: number): Body =>
		(page) => {
			const before = 1000 * (page - 1);
			return body(rows(before + 1, Math.max(0, Math.min(1000, count - before))), total);
		};
	const words = (count: number) =>
		`The list has ${count} rows; n8n accepts at most 100000 from one item`;

	test('are an error after the first page where the total is known', async () => {
		const { error, items, requests } = await read(BIG, long(MOST + 1, MOST + 1), ALL);
		expect(error?.message).toBe(words(MOST + 1));
		expect(error?.description).toContain('Set a Limit, and read the rest with Start After');
		expect(items).toEqual([]);
		expect(requests).toEqual(['']);
	});

	test('are an error as soon as they are there where it is not', async () => {
		const { error, requests } = await read(BIG_UNCOUNTED, long(2 * MOST), ALL);
		expect(error?.message).toBe(words(MOST + 1000));
		expect(error?.description).toContain('Set a Limit, and read the rest with Start After');
		expect(requests).toHaveLength(101);
	});

	test('are an error where a list without ids never ends', async () => {
		const page = Array.from({ length: 1000 }, () => ({ name: 'Ann' }));
		const { error, requests } = await read(BIG_UNCOUNTED, () => body(page), ALL);
		expect(error?.message).toMatch(/^The list has 10[01]\d\d\d rows; n8n accepts at most 100000/);
		expect(requests.length).toBeLessThan(130);
	});

	test.each([
		['one page of a list with a total', BIG, 5],
		['one page of a list without a total', BIG_UNCOUNTED, undefined],
		['messages', byId('newer', 1000), undefined],
		['messages, going back', byId('older', 1000), undefined],
		['a list in one piece', whole, undefined],
	])('are an error where they come at once: %s', async (_, pages, total) => {
		const { error, items } = await read(pages, () => body(rows(1, 2 * MOST), total), ALL);
		expect(error?.message).toBe(words(2 * MOST));
		expect(items).toEqual([]);
	});

	test('are an error where the pages hold more than the total says', async () => {
		const larger: Body = (page) => body(page === 1 ? rows(1, 1000) : rows(3000 * page, 3000), MOST);
		const { error, items } = await read(BIG, larger, ALL);
		expect(error?.message).toMatch(/^The list has \d+ rows; n8n accepts at most 100000/);
		expect(items).toEqual([]);
	});

	test.each([
		['going on', byId('newer', 1000)],
		['going back', byId('older', 1000)],
	])('are an error in a conversation, too, %s', async (_, pages) => {
		const endless = (query: URLSearchParams) => {
			const [after, before] = [query.get('after'), query.get('before')];
			const first = after ? Number(after) : Number(before ?? 10 * MOST) - 1000;
			return body(rows(first, 1000));
		};
		const { error, requests } = await readFrom(pages, endless, ALL);
		expect(error?.message).toMatch(/^The list has 10[01]\d\d\d rows; n8n accepts at most 100000/);
		expect(requests.length).toBeLessThan(130);
	});

	test.each([
		['a conversation', byId('newer', 1000)],
		['a list in one piece', whole],
	])('advise no Start After for %s, which has none', async (_, pages) => {
		const { error } = await read(pages, () => body(rows(1, MOST + 1)), ALL);
		expect(error?.description).toContain('Limit');
		expect(error?.description).not.toContain('Start After');
	});

	test.each([
		['with a total', BIG, MOST],
		['without a total', BIG_UNCOUNTED, undefined],
		['in one piece', whole, undefined],
	])('are none of exactly 100,000 in a list %s', async (_, pages, total) => {
		const answer = pages === whole ? () => body(rows(1, MOST)) : long(MOST, total);
		const { ids, error } = await read(pages, answer, ALL);
		expect(error).toBeUndefined();
		expect(gist(ids)).toEqual([MOST, MOST, 1, MOST]);
	});

	test.each([
		['with a total', BIG, 3 * MOST],
		['without a total', BIG_UNCOUNTED, undefined],
	])('are none of a limit of 100,000 in a list %s', async (_, pages, total) => {
		const { ids, requests } = await read(pages, long(3 * MOST, total), { limit: MOST });
		expect(gist(ids)).toEqual([MOST, MOST, 1, MOST]);
		expect(requests).toHaveLength(100);
	});

	test.each([
		['with a total', BIG, 3 * MOST],
		['without a total', BIG_UNCOUNTED, undefined],
	])('are none of a part of a list %s', async (_, pages, total) => {
		const part = { limit: MOST, ...startAfter(MOST + 500) };
		const { ids, requests } = await read(pages, long(3 * MOST, total), part);
		expect(gist(ids)).toEqual([MOST, MOST, MOST + 501, 2 * MOST + 500]);
		expect(requests).toHaveLength(102);
		const end = await read(pages, long(3 * MOST, total), { ...ALL, ...startAfter(2 * MOST) });
		expect(gist(end.ids)).toEqual([MOST, MOST, 2 * MOST + 1, 3 * MOST]);
	});

	test.each([
		['a list without a total', byPage(30_000, FIXED), startAfter(29_999)],
		['a conversation', byId('newer', 30_000), {}],
	])('are none of a limit of 100,000 that ends within a page of %s', async (_, pages, skip) => {
		const page = (query: URLSearchParams) =>
			body(
				rows(
					query.has('after')
						? Number(query.get('after'))
						: 30_000 * (Number(query.get('page') ?? 1) - 1) + 1,
					30_000,
				),
			);
		const { ids, error } = await readFrom(pages, page, { limit: MOST, ...skip });
		expect(error).toBeUndefined();
		expect(ids).toHaveLength(MOST);
	});

	test('are none where Start After leaves 100,000, within a page', async () => {
		const parameters = { ...ALL, ...startAfter(500) };
		const { ids, error } = await read(BIG, long(MOST + 500, MOST + 500), parameters);
		expect(error).toBeUndefined();
		expect(gist(ids)).toEqual([MOST, MOST, 501, MOST + 500]);
	});

	test('are an error for a limit that asks for them', async () => {
		const { error, requests } = await read(BIG, long(3 * MOST, 3 * MOST), { limit: MOST + 1 });
		expect(error?.message).toBe(words(MOST + 1));
		expect(requests).toEqual(['']);
	});
});
