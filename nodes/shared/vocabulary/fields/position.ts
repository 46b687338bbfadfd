import { badInput } from '../../faults';
import { isObject } from '../../values';
import { text, type Field } from './fields';

/** Where an export ended. */
export interface Position {
	/** What was exported, such as `messages`. */
	of: string;
	/** Unix time in seconds: all older rows were exported. */
	since: number;
	/** Ids of exported rows of that time and later. */
	exportedIds: number[];
	/** If the Limit ended the export: rows of earlier conversations were exported up to `until`. */
	cut?: { until: number; conversation: number; since: number };
}

/** `1-3,7` for 1, 2, 3, 7: new rows of the same time often have consecutive ids. */
function rangesOf(ids: number[]): string {
	const ranges: Array<[number, number]> = [];
	for (const id of [...ids].sort((one, other) => one - other)) {
		const last = ranges.at(-1);
		if (last && id <= last[1] + 1) last[1] = id;
		else ranges.push([id, id]);
	}
	return ranges.map(([from, to]) => (from === to ? `${from}` : `${from}-${to}`)).join(',');
}

/** Maximum number of ids in a position: a typed range must not fill the memory. */
const MOST = 1_000_000;

function idsOf(ranges: string): number[] {
	const ids: number[] = [];
	for (const range of ranges.split(',').filter(Boolean)) {
		const [from, to = from] = range.split('-').map(Number);
		if (!(to >= from && ids.length + to - from < MOST)) throw invalidPosition();
		for (let id = from; id <= to; id++) ids.push(id);
	}
	return ids;
}

/** A position as text, for an item. */
export const writePosition = ({ exportedIds, ...position }: Position): string =>
	JSON.stringify({ ...position, given: rangesOf(exportedIds) });

const invalidPosition = () => badInput('must be the continue_from value of an earlier item');

const isWhole = (value: unknown): value is number => Number.isSafeInteger(value);

function readPosition(written: string): Position {
	let read: unknown;
	try {
		read = JSON.parse(written);
	} catch {
		throw invalidPosition();
	}
	const { of, since, given: ranges, cut } = isObject(read) ? read : {};
	const isCut =
		cut === undefined || (isObject(cut) && [cut.until, cut.conversation, cut.since].every(isWhole));
	if (!isWhole(since) || !/^[\d,-]*$/.test(String(ranges)) || !isCut) throw invalidPosition();
	return { of: String(of), since, exportedIds: idsOf(String(ranges)), cut: cut as Position['cut'] };
}

/** Continues after an earlier export instead of at the beginning of the period. */
export const continueFrom = (): Field => {
	const kind = text('continue_from', {
		hint: 'The continue_from value of an earlier item: the file begins after its last row. If empty, it begins with the period.',
		placeholder: 'e.g. {{ $json.continue_from }}',
	});
	return {
		...kind,
		convert: (value, reading) => readPosition(String(kind.convert(value, reading))),
	};
};
