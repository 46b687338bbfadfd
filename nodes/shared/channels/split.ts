import type { LengthUnit } from './channels';
import { lengthOf } from './length';

/** What is never cut: Markdown links, URLs and Liquid variables. */
const WHOLE = [/\[[^[\]\n]*\]\([^()\s]*\)/g, /https?:\/\/[!-~]+/g, /{{[^{}]*}}/g];

/** Where to cut, best first: after paragraphs, lines, sentences, words. */
const ENDS = [
	/\S(?=[^\S\n]*\n[^\S\n]*\n)/g,
	/\S(?=[^\S\n]*\n)/g,
	/[.!?…]["'”’»)*_]*(?=\s)|[。！？]/g,
	/\S(?=\s)/g,
];

const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

interface Whole {
	from: number;
	to: number;
	/** Whether it is not cut even if it is longer than a part. */
	isVariable: boolean;
}

/** Numbers in ascending order, of which those that a part does not reach are skipped only once. */
class Ascending {
	private next = 0;

	constructor(private readonly numbers: number[]) {}

	/** The last number that is at most `most` and that the condition accepts; `least` if none is above it. */
	last(least: number, most: number, accepts: (one: number) => boolean): number {
		while (this.numbers[this.next] <= most) this.next++;
		for (let index = this.next - 1; this.numbers[index] > least; index--)
			if (accepts(this.numbers[index])) return this.numbers[index];
		return least;
	}
}

/**
 * Finds the cuts of a text, one after the other. Everything is looked up in the whole text once: doing it for each
 * part would take the square of its length.
 */
function cutter(text: string) {
	const wholes = WHOLE.flatMap((pattern): Whole[] =>
		[...text.matchAll(pattern)].map(({ index, 0: match }) => ({
			from: index,
			to: index + match.length,
			isVariable: match.startsWith('{{'),
		})),
	).sort((one, other) => one.from - other.from || other.to - one.to);
	const ends = ENDS.map(
		(pattern) =>
			new Ascending([...text.matchAll(pattern)].map(({ index, 0: match }) => index + match.length)),
	);
	const conditions = [...text.matchAll(/{%/g)].map(({ index }) => index);
	const lastCondition = text.lastIndexOf('%}') + 2;
	let [firstWhole, firstCondition] = [0, 0];

	/** What must not be cut of a part that begins here, in order. @param most length of the part */
	const wholesIn = (begin: number, most: number): Whole[] => {
		const limit = begin + most;
		const found: Whole[] = [];
		while (wholes[firstWhole]?.to <= begin) firstWhole++;
		for (let index = firstWhole; wholes[index]?.from <= limit; index++) {
			const { from, to, isVariable } = wholes[index];
			if (from >= begin && (isVariable || to - from <= most)) found.push(wholes[index]);
		}
		// Liquid conditions, from the first tag to the last.
		while (conditions[firstCondition] < begin) firstCondition++;
		const from = conditions[firstCondition];
		if (from < limit - 1 && lastCondition - from <= most)
			found.push({ from, to: lastCondition, isVariable: false });
		return found.sort((one, other) => one.from - other.from);
	};

	/** Where a part that begins here ends. @param most its length in UTF-16 units */
	return (begin: number, most: number): number => {
		const limit = begin + most;
		const kept = wholesIn(begin, most);
		for (const [level, places] of ends.entries()) {
			let index = kept.length - 1;
			// How far those before reach: cuts are tried from the last one on.
			const reach = kept.map(({ to }) => to);
			for (let one = 1; one < reach.length; one++)
				reach[one] = Math.max(reach[one], reach[one - 1]);
			const isOutside = (place: number) => {
				while (kept[index]?.from >= place) index--;
				return !(reach[index] > place);
			};
			const place = places.last(begin, limit, isOutside);
			// A cut in the first third would make too many parts, except between words.
			if (place - begin > (level < ENDS.length - 1 ? most / 3 : 0)) return place;
		}
		let start = limit;
		for (const { from, to, isVariable } of kept.reverse()) {
			if (from >= start || start >= to) continue;
			// A variable that counts more than a part is a part. A URL rather is cut than a variable in it.
			if (from > begin) start = from;
			else if (isVariable || start === limit) start = to;
		}
		const shown = text.slice(begin, start + LONGEST_SIGN);
		const cut = graphemes.segment(shown).containing(start - begin)?.index;
		if (cut !== 0) return cut === undefined ? start : begin + cut;
		// A single character is longer than a part: cut at least between code points.
		const isInside = /[\uDC00-\uDFFF]/.test(text[start]);
		return begin + (isInside ? start - begin - 1 || 2 : start - begin);
	};
}

/** UTF-16 units that show whether a sign ends at a place. */
const LONGEST_SIGN = 64;

/** The longest beginning of a text within the limit, in UTF-16 units. */
function fitting(text: string, most: number, unit: LengthUnit): number {
	let [fits, tooLong] = [0, Math.min(text.length, most) + 1];
	while (tooLong - fits > 1) {
		const middle = Math.floor((fits + tooLong) / 2);
		if (lengthOf(text.slice(0, middle), unit) <= most) fits = middle;
		else tooLong = middle;
	}
	return fits || 1;
}

/**
 * Splits a text between paragraphs, lines, sentences or words, never inside a URL, a link or a character
 * that fits into a part.
 * @param most length of a part, without the blanks around it
 * @returns parts that together are the text; all but the first begin with the blanks before them
 */
export function split(text: string, most: number, unit: LengthUnit = 'characters'): string[] {
	const parts: string[] = [];
	const end = text.trimEnd().length;
	let cutOf: ReturnType<typeof cutter> | undefined;
	let start = 0;
	for (;;) {
		let begin = start;
		while (begin < end && /\s/.test(text[begin])) begin++;
		if (end - begin <= most && lengthOf(text.slice(begin, end), unit) <= most)
			return [...parts, text.slice(start)];
		cutOf ??= cutter(text);
		const cut = cutOf(begin, fitting(text.slice(begin, begin + most + 1), most, unit));
		parts.push(text.slice(start, cut));
		start = cut;
	}
}

/** Splits a text at blank lines, but not inside a block of code. */
export function paragraphs(text: string): string[] {
	const found: string[] = [];
	let isCode = false;
	for (const part of text.split(/\n[^\S\n]*\n\s*/)) {
		if (isCode) found.push(`${found.pop()}\n\n${part}`);
		else if (part.trim()) found.push(part.trim());
		if ((part.match(/```/g) ?? []).length % 2) isCode = !isCode;
	}
	return found;
}

/**
 * The texts of the messages that a text is sent as; none for a blank one.
 * @param most length of a message; any without it
 */
export function textsIn(
	text: string,
	isByParagraph: boolean,
	most = Infinity,
	unit: LengthUnit = 'characters',
): string[] {
	if (!text.trim()) return [];
	const whole = isByParagraph ? paragraphs(text) : [text];
	const parts = whole.flatMap((one) => split(one, most, unit));
	return parts.length > 1 ? parts.map((part) => part.trim()).filter(Boolean) : parts;
}
