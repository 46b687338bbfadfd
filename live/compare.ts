import { at, isObject } from '../nodes/shared/values';
import { catalogue, type Recording } from '../truth/recordings';
import { FREE } from '../truth/schemas';

/** The values at one path in some replies. */
interface Place {
	times: number;
	/** How many objects could have it. */
	of: number;
	types: Set<string>;
}

const typeOf = (value: unknown) => (Array.isArray(value) ? 'list' : typeof value);

const parentOf = (path: string) => path.replace(/\.?[^.[\]]+$/, '');

/** The structure of some replies. */
interface Seen {
	/** Every key, with the types of its values; null has none. */
	places: Map<string, Place>;
	/** How many objects there are at each place. */
	objects: Map<string, number>;
}

/** Objects of several kinds, such as the senders of messages, say in `type` which kind they are. */
const kindOf = ({ type }: Record<string, unknown>) =>
	typeof type === 'string' ? `(${type.replace(/\W/g, '')})` : '';

function seenIn(all: Recording[]): Seen {
	const places = new Map<string, Place>();
	const objects = new Map<string, number>();
	const see = (path: string, value: unknown) => {
		const place = places.get(path) ?? { times: 0, of: 0, types: new Set() };
		place.times++;
		if (value !== null && value !== undefined) place.types.add(typeOf(value));
		places.set(path, place);
		walk(path, value);
	};
	const walk = (path: string, value: unknown): void => {
		if (Array.isArray(value)) for (const entry of value) see(`${path}[]`, entry);
		if (!isObject(value)) return;
		const here = path + kindOf(value);
		objects.set(here, (objects.get(here) ?? 0) + 1);
		for (const [key, inner] of Object.entries(value)) {
			// Ids and days are data.
			const name = /^\d/.test(key) ? '*' : key;
			const way = here ? `${here}.${name}` : name;
			if (FREE.test(path.replace(/.*\./, ''))) continue;
			see(way, inner);
		}
	};
	for (const { response } of all) see('', response.body);
	for (const [path, place] of places)
		place.of = path.endsWith('[]') ? place.times : (objects.get(parentOf(path)) ?? 0);
	return { places, objects };
}

/** The key, if it is in an object inside a record, which other operations also return; undefined for a key of the record itself. */
const nameOf = (path: string) => /(?<=\.)\w+(\(\w*\))?\.\w+$/.exec(path)?.[0];

/** Keys that only some of these records have, such as the assignee. */
function optionalIn(all: Recording[]): Set<string> {
	const { places } = seenIn(all);
	const found = [...places].filter(([, { times, of }]) => times < of);
	return new Set(found.flatMap(([path]) => nameOf(path) ?? []));
}

/** The ids of the rows of a list; empty if the reply is not a list. */
function idsIn({ op, response: { status, body } }: Recording): number[] {
	const { item_path: path } = catalogue.get(op)?.success ?? {};
	const rows = status < 300 && path?.endsWith('[]') ? at(body, path.replace('[]', '')) : [];
	return Array.isArray(rows) ? rows.map((row) => Number(at(row, 'id') ?? NaN)) : [];
}

/** The order of the ids in a list: rising or falling; undefined if it is neither. */
function orderOf(recording: Recording): string | undefined {
	const ids = idsIn(recording);
	if (ids.length < 2 || ids.some((id) => Number.isNaN(id))) return undefined;
	const rises = ids.slice(1).map((id, index) => id > ids[index]);
	if (rises.every(Boolean)) return 'rows by rising id';
	// Any other order depends on the records.
	return rises.some(Boolean) ? undefined : 'rows by falling id';
}

/** How the total compares with the number of rows; undefined if the reply may not contain all rows. */
function totalOf(recording: Recording): string | undefined {
	const { op, request, response } = recording;
	const { success, pagination } = catalogue.get(op) ?? {};
	const total = success?.total_path && at(response.body, success.total_path);
	const rows = idsIn(recording).length;
	const { page = '1' } = isObject(request.query) ? request.query : {};
	if (typeof total !== 'number' || rows === 0 || String(page) !== '1') return undefined;
	if (rows >= (pagination?.page_size ?? Infinity)) return undefined;
	return total === rows ? 'a total of all rows' : `a total of ${total > rows ? 'more' : 'fewer'}`;
}

/** One line if no current value occurred in the previous recordings; undefined does not count. */
function disagreement(
	current: Array<string | undefined>,
	previous: Array<string | undefined>,
): string[] {
	const [mine, before] = [current, previous].map((all) => new Set(all.filter((one) => one)));
	if (!mine.size || !before.size || [...mine].some((one) => before.has(one))) return [];
	return [`${[...mine].join(', ')}; it was ${[...before].join(', ')}`];
}

/**
 * How replies differ in keys, types, order and totals; values do not count.
 * @param optional keys that depend on the record
 */
function differences(current: Recording[], previous: Recording[], optional: Set<string>): string[] {
	const [mine, before] = [current, previous].map(seenIn);
	/** Paths that `here` always has and `there` never has, although it has their parents. */
	const missing = (here: Seen, there: Seen) =>
		[...here.places].flatMap(([path, { times, of }]) => {
			const isComparable = path && !path.endsWith('[]') && there.objects.has(parentOf(path));
			const isData = optional.has(nameOf(path) ?? '');
			return times === of && isComparable && !isData && !there.places.has(path) ? [path] : [];
		});
	return [
		...missing(before, mine).map((path) => `${path} is gone`),
		...missing(mine, before).map((path) => `${path} is new`),
		...[...mine.places].flatMap(([path, { types }]) =>
			disagreement([...types], [...(before.places.get(path)?.types ?? [])]).map(
				(difference) => `${path || 'the reply'}: ${difference}`,
			),
		),
		...disagreement(current.map(orderOf), previous.map(orderOf)),
		...disagreement(current.map(totalOf), previous.map(totalOf)),
	];
}

const statusOf = ({ response }: Recording) => `status ${response.status}`;

/** Calls of the same case with another status; if no case is the same, all calls are compared. */
function statuses(current: Recording[], previous: Recording[]): string[] {
	const comparisons = current.flatMap((one) => {
		const found = previous.find((recording) => recording.case === one.case);
		return found
			? [{ name: one.case, lines: disagreement([statusOf(one)], [statusOf(found)]) }]
			: [];
	});
	if (!comparisons.length) return disagreement(current.map(statusOf), previous.map(statusOf));
	return comparisons.flatMap(({ name, lines }) => lines.map((line) => `${name}: ${line}`));
}

const isRight = ({ response }: Recording) => response.status < 300;

/** The recordings whose replies are compared: the successful ones, or all if none was successful on either side. */
function comparable(current: Recording[], previous: Recording[]): [Recording[], Recording[]] {
	const right: [Recording[], Recording[]] = [current.filter(isRight), previous.filter(isRight)];
	if (right.every((all) => all.length)) return right;
	return right.some((all) => all.length) ? [[], []] : [current, previous];
}

const resourceOf = (op: string) => op.replace(/\.\w+$/, '');

/**
 * Compares what two servers did, operation by operation. The replies of all calls of an operation
 * count together: which records exist, and in which state, differs from run to run.
 * @param release that was recorded before
 * @returns lines: what differs, and how many operations are the same
 */
export function compared(current: Recording[], previous: Recording[], release: string): string[] {
	const of = (all: Recording[]) => new Set(all.flatMap(({ op }) => op ?? []));
	const [mine, before] = [of(current), of(previous)];
	const both = [...mine].filter((op) => before.has(op)).sort();
	const optional = new Map<string, Set<string>>();
	/** The optional keys in all operations of a resource, on both sides. */
	const optionalOf = (resource: string) => {
		const inResource = ({ op, response }: Recording) =>
			op && resourceOf(op) === resource && response.status < 300;
		const found =
			optional.get(resource) ??
			new Set([current, previous].flatMap((all) => [...optionalIn(all.filter(inResource))]));
		optional.set(resource, found);
		return found;
	};
	const comparisons = both.map((op) => {
		const [one, another] = [current, previous].map((all) =>
			all.filter((recording) => recording.op === op),
		);
		const lines = [
			...statuses(one, another),
			...differences(...comparable(one, another), optionalOf(resourceOf(op))),
		];
		return { op, lines: [...new Set(lines)].map((line) => `  ${line}`) };
	});
	const different = comparisons.filter(({ lines }) => lines.length);
	return [
		...different.flatMap(({ op, lines }) => [op, ...lines]),
		...[...mine]
			.filter((op) => !before.has(op))
			.flatMap((op) => [op, `  not recorded on ${release}`]),
		`${both.length - different.length} operations as on ${release}, ${different.length} otherwise; ${
			[...before].filter((op) => !mine.has(op)).length
		} were recorded there alone`,
	];
}
