import { at, isObject } from '../nodes/shared/values';
import { catalogue, type Recording } from '../truth/recordings';
import { FREE } from '../truth/schemas';

/** What is seen at one place of some replies. */
interface Place {
	times: number;
	/** Those of its parent. */
	of: number;
	types: Set<string>;
}

const typeOf = (value: unknown) => (Array.isArray(value) ? 'list' : typeof value);

const parentOf = (path: string) => path.replace(/\.?[^.[\]]+$/, '');

/** Every key of some replies, with the types of its values; null has none. */
function placesIn(bodies: unknown[]): Map<string, Place> {
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
		objects.set(path, (objects.get(path) ?? 0) + 1);
		for (const [key, inner] of Object.entries(value)) {
			// Ids and days are data.
			const name = /^\d/.test(key) ? '*' : key;
			const way = path ? `${path}.${name}` : name;
			if (FREE.test(path.replace(/.*\./, ''))) continue;
			see(way, inner);
		}
	};
	for (const body of bodies) see('', body);
	for (const [path, place] of places)
		place.of = path.endsWith('[]') ? place.times : (objects.get(parentOf(path)) ?? 0);
	return places;
}

/** Where a list is, the ids of its rows; else none. */
function idsIn({ op, response: { status, body } }: Recording): number[] {
	const { item_path: path } = catalogue.get(op)?.success ?? {};
	const rows = status < 300 && path?.endsWith('[]') ? at(body, path.replace('[]', '')) : [];
	return Array.isArray(rows) ? rows.map((row) => Number(at(row, 'id') ?? NaN)) : [];
}

/** How the ids of rows follow each other, where nothing was said about it. */
function orderOf(recording: Recording): string | undefined {
	const ids = idsIn(recording);
	if (ids.length < 2 || ids.some((id) => Number.isNaN(id))) return undefined;
	const rises = ids.slice(1).map((id, index) => id > ids[index]);
	if (rises.every(Boolean)) return 'rows by rising id';
	return rises.some(Boolean) ? 'rows in an order of their own' : 'rows by falling id';
}

/** Whether a total is that of the rows, where all of them are in the reply. */
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

/** What all that show it agree in on the one side and on the other, and is not the same. */
function other(ours: Array<string | undefined>, theirs: Array<string | undefined>): string[] {
	const [mine, before] = [ours, theirs].map((all) => new Set(all.filter((one) => one)));
	if (!mine.size || !before.size || [...mine].some((one) => before.has(one))) return [];
	return [`${[...mine].join(', ')}; it was ${[...before].join(', ')}`];
}

/** How replies differ in status, keys, types, order and totals; values do not count. */
function differences(ours: Recording[], theirs: Recording[]): string[] {
	const [places, before] = [ours, theirs].map((all) =>
		placesIn(all.map(({ response }) => response.body)),
	);
	/** Those that are always in the one and never in the other, which has where they would stand. */
	const missing = (here: Map<string, Place>, there: Map<string, Place>) =>
		[...here].flatMap(([path, { times, of }]) => {
			const parent = there.get(parentOf(path));
			const isLooked = path && !path.endsWith('[]') && parent?.types.has('object');
			return times === of && isLooked && !there.has(path) ? [path] : [];
		});
	const statuses = [ours, theirs].map((all) =>
		all.map(({ response }) => `status ${response.status}`),
	);
	return [
		...other(statuses[0], statuses[1]),
		...missing(before, places).map((path) => `${path} is gone`),
		...missing(places, before).map((path) => `${path} is new`),
		...[...places].flatMap(([path, { types }]) =>
			other([...types], [...(before.get(path)?.types ?? [])]).map(
				(what) => `${path || 'the reply'}: ${what}`,
			),
		),
		...other(ours.map(orderOf), theirs.map(orderOf)),
		...other(ours.map(totalOf), theirs.map(totalOf)),
	];
}

const isRight = ({ response }: Recording) => response.status < 300;

/** What of an operation is compared: calls of the same case, else all that went well. */
function pairsOf(
	ours: Recording[],
	theirs: Recording[],
): Array<[string, Recording[], Recording[]]> {
	const same = ours.flatMap((one): Array<[string, Recording[], Recording[]]> => {
		const found = theirs.find((each) => each.case === one.case);
		return found ? [[one.case, [one], [found]]] : [];
	});
	if (same.length) return same;
	const both = [ours, theirs].map((all) => all.filter(isRight));
	return both.every((all) => all.length) ? [['', both[0], both[1]]] : [['', ours, theirs]];
}

/**
 * Compares what two servers did, operation by operation.
 * @param release of theirs
 * @returns lines: what differs, and how many operations do not
 */
export function compared(ours: Recording[], theirs: Recording[], release: string): string[] {
	const of = (all: Recording[]) => new Set(all.flatMap(({ op }) => op ?? []));
	const [mine, before] = [of(ours), of(theirs)];
	const both = [...mine].filter((op) => before.has(op)).sort();
	const told = both.map((op) => {
		const own = (all: Recording[]) => all.filter((one) => one.op === op);
		const lines = pairsOf(own(ours), own(theirs)).flatMap(([name, one, another]) =>
			differences(one, another).map((what) => `  ${name && `${name}: `}${what}`),
		);
		return { op, lines: [...new Set(lines)] };
	});
	const different = told.filter(({ lines }) => lines.length);
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
