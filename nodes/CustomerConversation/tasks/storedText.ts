import type { IDataObject } from 'n8n-workflow';
import { at } from '../../shared/values';

/** Liquid variables, several if only blanks are between them. */
const VARIABLES = /((?:\{\{[^{}]*\}\}\s*)+)/;

/** A single variable whose value is in the message or the conversation, or in the text itself. */
const KNOWN = /^(?!.*\b(?:account|inbox)\.)\{\{[^{}]*\}\}$/;

/** How much longer than its source a value may be that is not known; in characters. */
const LONGER = 100;

/** Fixed text and Liquid by turns. Everything from the first Liquid tag to the last counts as one. */
function piecesOf(text: string): string[] {
	const first = text.indexOf('{%');
	const end = text.lastIndexOf('%}') + 2;
	if (first < 0 || end < first) return text.split(VARIABLES);
	return [
		...text.slice(0, first).split(VARIABLES),
		text.slice(first, end),
		...text.slice(end).split(VARIABLES),
	];
}

/** The service capitalizes names, and leaves out blanks. */
const comparable = (text: string) => text.trim().replace(/\s+/g, ' ').toLowerCase();

const inJson = (value: unknown) => comparable(JSON.stringify(value));

/** Whether Liquid can have become this text. */
function canBecome(
	source: string,
	filled: string,
	{ sender }: IDataObject,
	conversation: IDataObject,
): boolean {
	if (!KNOWN.test(source)) return filled.length <= source.length + LONGER;
	const { id, custom_attributes } = conversation;
	const known = inJson([source, sender, id, custom_attributes, at(conversation, 'meta.sender')]);
	return known.includes(inJson(filled.trim()).slice(1, -1));
}

/**
 * Whether the service would store this text as the message has it. It fills in Liquid before, so the message must
 * have the fixed parts of the text in their order, and between them only what Liquid can have become. In doubt
 * it is another text: to send one twice is better than to leave one out.
 */
export function isStoredAs(
	text: string,
	message: IDataObject,
	conversation: IDataObject = {},
): boolean {
	const content = String(message.content ?? '');
	if (text.trim() === content.trim()) return true;
	const [first, ...pieces] = piecesOf(text).map(comparable);
	const fixed = pieces.filter((_, index) => index % 2 === 1);
	if (!pieces.length || !/[\p{L}\p{N}]/u.test([first, ...fixed].join(''))) return false;
	let left = comparable(content);
	if (!left.startsWith(first)) return false;
	left = left.slice(first.length);
	for (const [index, next] of fixed.entries()) {
		const isLast = index === fixed.length - 1;
		const end = isLast ? left.length - next.length : left.indexOf(next);
		if (end < 0 || !left.startsWith(next, end)) return false;
		if (!canBecome(pieces[2 * index], left.slice(0, end), message, conversation)) return false;
		left = left.slice(end + next.length);
	}
	return true;
}
