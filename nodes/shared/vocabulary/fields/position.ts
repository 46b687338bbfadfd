import { badInput } from '../../faults';
import { isObject } from '../../values';
import { text, type Field } from './fields';

/** Up to where an export came. */
export interface Position {
	/** What was exported. */
	of: string;
	/** Unix time in seconds: all that is older was given. */
	since: number;
	/** Ids of what was given of that time and later. */
	given: number[];
	/** The Limit ended it: up to that time, those of earlier conversations were given, too. */
	cut?: { until: number; conversation: number; since: number };
}

/** `1-3,7` for 1, 2, 3, 7: what is new at one time has numbers that follow each other. */
function rangesOf(ids: number[]): string {
	const ranges: Array<[number, number]> = [];
	for (const id of [...ids].sort((one, other) => one - other)) {
		const last = ranges.at(-1);
		if (last && id <= last[1] + 1) last[1] = id;
		else ranges.push([id, id]);
	}
	return ranges.map(([from, to]) => (from === to ? `${from}` : `${from}-${to}`)).join(',');
}

/** Most ids of a position: what people write must not fill the memory. */
const MOST = 1_000_000;

function idsOf(ranges: string): number[] {
	const ids: number[] = [];
	for (const range of ranges.split(',').filter(Boolean)) {
		const [from, to = from] = range.split('-').map(Number);
		if (!(to >= from && ids.length + to - from < MOST)) throw notOne();
		for (let id = from; id <= to; id++) ids.push(id);
	}
	return ids;
}

/** A position as an item has it. */
export const writePosition = ({ given, ...position }: Position): string =>
	JSON.stringify({ ...position, given: rangesOf(given) });

const notOne = () => badInput('must be the continue_from value of an earlier item');

const isWhole = (value: unknown): value is number => Number.isSafeInteger(value);

function readPosition(written: string): Position {
	let read: unknown;
	try {
		read = JSON.parse(written);
	} catch {
		throw notOne();
	}
	const { of, since, given, cut } = isObject(read) ? read : {};
	const isCut =
		cut === undefined ||
		(isObject(cut) && [cut.until, cut.conversation, cut.since].every((each) => isWhole(each)));
	if (!isWhole(since) || !/^[\d,-]*$/.test(String(given)) || !isCut) throw notOne();
	return { of: String(of), since, given: idsOf(String(given)), cut: cut as Position['cut'] };
}

/** Where an earlier export ended, in place of the beginning of the period. */
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
