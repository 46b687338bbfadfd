import type { IDataObject } from 'n8n-workflow';
import { ServiceError } from '../../nodes/shared/faults';
import { readList } from '../../nodes/shared/transport/pages';
import type { Request } from '../../nodes/shared/vocabulary';
import type { Order, Pages, Reply } from '../../nodes/shared/vocabulary/reply';
import { operations } from '../../truth/surfaces';

interface List {
	paths: string[];
	pages: Pages & { order: Order };
}

const hasPages = (reply: Reply = { paths: [] }): reply is List => Boolean(reply.pages?.param);

/** Every list with page numbers, by its operation. */
const lists = operations().flatMap(([id, { reply }]): Array<[string, List]> =>
	hasPages(reply) ? [[id, reply]] : [],
);

const PLACES = 10;

/** Numbers in an order that looks like chance and is the same for the same seed. */
function shuffled(count: number, seed: number): number[] {
	const hash = (index: number) => Math.imul(index ^ (seed * 0x9e3779b1), 0x85ebca6b) >>> 0;
	return Array.from({ length: count }, (_, index) => index).sort(
		(one, other) => hash(one) - hash(other) || one - other,
	);
}

function put(body: IDataObject, path: string, value: unknown): void {
	const keys = path.split('.');
	const last = keys.pop() as string;
	let at = body;
	for (const key of keys) at = (at[key] ??= {}) as IDataObject;
	at[last] = value as IDataObject;
}

/** What a release tells beside the rows: their number, that of the page, whether more follow. */
type Told = 'all' | 'page' | 'nothing';

interface Service {
	count: number;
	size: number;
	told: Told;
}

/**
 * A service all of whose rows have the same place in the order: each page has them in another one, but
 * always the same. In an order without ties they stay where they are.
 */
function service({ paths: [path], pages }: List, { count, size, told }: Service) {
	const { order, total, more, id = 'id', param = 'page' } = pages;
	const { again } = order;
	const rowOf = (index: number) => {
		const row = { created_at: 1_700_000_000, name: 'Ann' };
		put(row, id, index + 1);
		return row;
	};
	return async ({ query = {} }: Request) => {
		const page = Number(query[param] ?? 1);
		const isAgain =
			again && Object.entries(again.query).every(([key, value]) => query[key] === value);
		const hasTies = !(isAgain ? again.order : order).unique;
		const isWhole = isAgain && again.whole;
		const all = (hasTies && !isWhole ? shuffled(count, page) : [...shuffled(count, 0)]).map(rowOf);
		const rows = isWhole ? all : all.slice((page - 1) * size, page * size);
		if (path === '') return rows;
		const body: IDataObject = {};
		put(body, path, rows);
		if (total && told !== 'nothing') put(body, total, told === 'all' ? count : rows.length);
		if (more && told === 'page') put(body, more, page * size < count);
		return body;
	};
}

/** The ids of a list that is read whole; the error where it is not. */
async function read(list: List, given: Service): Promise<number[] | ServiceError> {
	const request = { method: 'GET', path: '/rows', query: { per_page: given.size } };
	const reading = readList(service(list, given), request, list, PLACES);
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
	(['all', 'page', 'nothing'] as Told[])
		// Most lists have one form; contacts have two.
		.filter(
			(told) => told === 'nothing' || (list.pages.total && (told === 'all' || list.pages.more)),
		)
		.map((told): [string, Told, List] => [name, told, list]),
);

test.each(variants)('%s comes whole or fails (its number: %s)', async (_, told, list) => {
	for (const size of sizesOf(list.pages))
		for (const count of COUNTS) {
			const found = await read(list, { count, size, told });
			if (found instanceof ServiceError)
				expect(found.message).toMatch(/^The list did not come whole: /);
			else expect(found).toEqual(upTo(count));
		}
});

const whole = lists.filter(
	([, { pages }]) =>
		pages.order.unique ?? pages.order.again?.order.unique ?? pages.order.again?.whole,
);

test.each(whole)('%s comes whole, since it has an order without ties', async (_, list) => {
	const { size = 1 } = list.pages;
	for (const count of COUNTS)
		expect(await read(list, { count, size, told: 'all' })).toEqual(upTo(count));
});

test('a list that cannot come whole fails', async () => {
	const list: List = { paths: [''], pages: { param: 'page', size: 15, order: { by: 'none' } } };
	expect(await read(list, { count: 340, size: 15, told: 'nothing' })).toBeInstanceOf(ServiceError);
});

test.each(lists)('%s says in which order it comes', (_, { pages }) => {
	expect(pages.order.by).toMatch(/\w/);
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
		(rows: IDataObject[], told: Told) =>
		async ({ query = {} }: Request) => {
			const page = Number(query.page ?? 1);
			const asked = String(query.sort).split(',');
			const keys = DECLARED.filter((key) => asked.some((one) => one.replace('-', '') === key));
			const order = shuffled(rows.length, page).map((index) => rows[index]);
			order.sort((one, other) => {
				for (const key of keys) {
					const down = asked.includes(`-${key}`) ? -1 : 1;
					const [a, b] = [one, other].map((row) => (row[key] === null ? '~' : String(row[key])));
					if (a !== b) return down * (a < b ? -1 : 1);
				}
				return 0;
			});
			const payload = order.slice((page - 1) * 15, page * 15);
			const meta =
				told === 'all'
					? { count: rows.length }
					: { count: payload.length, has_more: page * 15 < rows.length };
			return { meta, payload };
		};

	const all = async (rows: IDataObject[], sort: string, told: Told, wanted = {}) =>
		await readList(
			server(rows, told),
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
	] as Array<[string, Told]>)('by %s are whole (the number: %s)', async (sort, told) => {
		const found = await all(imported(500), sort, told);
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
		await expect(reading).rejects.toThrow('The list did not come whole');
	});

	test('with a limit are different ones, and it is told that others may be missing', async () => {
		const onRepeats = jest.fn();
		const found = await all(imported(500), 'created_at', 'page', { limit: 100, onRepeats });
		expect(new Set(found.map(({ id }) => id)).size).toBe(100);
		expect(onRepeats).toHaveBeenCalledTimes(1);
	});

	test('come as they are wanted, whichever way they were read', async () => {
		const found = await all(imported(100), 'created_at', 'all', {
			each: ({ id }: IDataObject) => ({ contact_id: id }),
		});
		expect(found).toHaveLength(100);
		expect(found[0]).toEqual({ contact_id: expect.any(Number) });
	});
});
