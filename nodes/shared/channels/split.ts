import type { LengthUnit } from './channels';
import { lengthOf } from './length';

/** What is never cut: Markdown links, URLs and Liquid variables. */
const WHOLE = /\[[^\]\n]*\]\([^()\s]*\)|https?:\/\/[!-~]+|{{[^{}]*}}/g;

/** Where to cut, best first: after paragraphs, lines, sentences, words. */
const ENDS = [
	/\S(?=[^\S\n]*\n[^\S\n]*\n)/g,
	/\S(?=[^\S\n]*\n)/g,
	/[.!?…]["'”’»)*_]*(?=\s)|[。！？]/g,
	/\S(?=\s)/g,
];

const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/** The position of the last possible cut within the limit; 0 if there is none. */
function lastEnd(text: string, ends: RegExp, most: number, isInside: (place: number) => boolean) {
	let found = 0;
	for (const { index, 0: match } of text.matchAll(ends)) {
		const place = index + match.length;
		if (place > most) break;
		if (!isInside(place)) found = place;
	}
	return found;
}

/** Where to cut a text that is too long. */
function cutOf(text: string, most: number): number {
	const wholes: Array<[from: number, to: number]> = [];
	for (const { index, 0: match } of text.matchAll(WHOLE)) {
		if (index > most) break;
		if (match.length <= most || match.startsWith('{{')) wholes.push([index, index + match.length]);
	}
	// Liquid conditions, from the first tag to the last.
	const conditions: [number, number] = [
		text.slice(0, most).indexOf('{%'),
		text.lastIndexOf('%}') + 2,
	];
	if (conditions[0] >= 0 && conditions[1] - conditions[0] <= most) wholes.push(conditions);
	const around = (place: number) => wholes.find(([from, to]) => from < place && place < to);
	// A cut in the first third would make too many parts, except between words.
	for (const [level, ends] of ENDS.entries()) {
		const place = lastEnd(text, ends, most, (one) => around(one) !== undefined);
		if (place > (level < ENDS.length - 1 ? most / 3 : 0)) return place;
	}
	const [from, to] = around(most) ?? [most, most];
	// A variable that counts more than a part is a part.
	const start = from || to;
	const cut = graphemes.segment(text).containing(start)?.index ?? start;
	// A single character is longer than a part: cut at least between code points.
	return cut || (/[\uDC00-\uDFFF]/.test(text[start]) ? start - 1 || 2 : start);
}

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
	let rest = text;
	for (;;) {
		const blanks = /^\s*/.exec(rest)?.[0].length ?? 0;
		const trimmed = rest.trim();
		if (trimmed.length <= most && lengthOf(trimmed, unit) <= most) return [...parts, rest];
		const shown = rest.slice(blanks);
		const cut = blanks + cutOf(shown, fitting(shown, most, unit));
		parts.push(rest.slice(0, cut));
		rest = rest.slice(cut);
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
