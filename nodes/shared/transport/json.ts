import { OTHER_ANSWER, ServiceError } from '../faults';
import { isDeeper } from '../values';
import type { Most } from './files';

/** A page of a list has 1 to 3 MB, or ten times as much with long emails. */
export const JSON_REPLY: Most = { noun: 'reply', bytes: 64e6 };

/**
 * Maximum number of values in a reply: an empty object takes three bytes in the reply and 64 in memory. A reply
 * with fewer bytes than this cannot have more values.
 */
const MOST_VALUES = 4e6;

/** Maximum depth of a value: Chatwoot itself reads no deeper JSON, and n8n cannot store 10,000 levels. */
export const DEEPEST = 200;

const wrong = (problem: string) =>
	new ServiceError(`The reply from Chatwoot ${problem}`, {
		hint: `${OTHER_ANSWER} If the operation has a Limit or a period, request less.`,
		acted: true,
	});

/** Estimates the number of values by commas and brackets, including those inside text. */
function valuesIn(content: Buffer): number {
	let count = 0;
	const { length } = content;
	// An iterator would take several times as long, and block n8n's only thread.
	for (let index = 0; index < length; index++) {
		const byte = content[index];
		if (byte === 44 || byte === 91 || byte === 123) count++;
	}
	return count;
}

/** Decodes UTF-8 without a byte order mark; an incomplete character at the end is dropped. Undefined if not UTF-8. */
function utf8Of(content: Buffer): string | undefined {
	// Only a stream may end inside a character, but it takes several times as long.
	for (const stream of [false, true]) {
		try {
			return new TextDecoder('utf-8', { fatal: true }).decode(content, { stream });
		} catch {
			// Not UTF-8, or cut off inside a character.
		}
	}
	return undefined;
}

/** Parses JSON; returns text if it is not JSON. @throws ServiceError if there are too many or too deep values */
function valueOf(content: Buffer, text: string): unknown {
	if (content.length > MOST_VALUES && valuesIn(content) > MOST_VALUES)
		throw wrong(`has more than ${MOST_VALUES / 1e6} million values`);
	let value: unknown;
	try {
		value = JSON.parse(text);
	} catch {
		return text;
	}
	if (isDeeper(value, DEEPEST)) throw wrong(`is nested deeper than ${DEEPEST} levels`);
	return value;
}

/** The body of an error reply: JSON, otherwise text. */
export const parsed = (content: Buffer): unknown =>
	valueOf(content, utf8Of(content) ?? content.toString());

/**
 * The body of a successful reply; '' if it is empty.
 * @param notJson makes the error for a reply that is not JSON
 * @throws ServiceError, also if characters would be lost
 */
export function jsonOf(content: Buffer, notJson: (text: string) => ServiceError): unknown {
	const text = utf8Of(content);
	if (text === undefined) throw wrong('is not in UTF-8');
	const value = valueOf(content, text);
	if (typeof value === 'string' && value !== '') throw notJson(value);
	return value;
}
