import { OTHER_ANSWER, ServiceError } from '../faults';
import { isDeeper } from '../values';
import type { Most } from './files';

/** A page of a list has 1 to 3 MB, of long e-mails ten times that. */
export const JSON_REPLY: Most = { noun: 'reply', bytes: 64e6 };

/**
 * Most values in a reply: an empty object takes three bytes on the wire and 64 in memory. More than
 * so many fit into no shorter reply.
 */
const MOST_VALUES = 4e6;

/** Deepest value: the service itself reads no JSON that is deeper, and n8n stores none of 10,000. */
export const DEEPEST = 200;

const wrong = (what: string) =>
	new ServiceError(`The reply from Chatwoot ${what}`, {
		hint: `${OTHER_ANSWER} If the operation has a Limit or a period, request less.`,
		acted: true,
	});

/** Commas and brackets tell of the values; those in texts count, too. */
function valuesIn(content: Buffer): number {
	let count = 0;
	for (const byte of content) if (byte === 44 || byte === 91 || byte === 123) count++;
	return count;
}

/** Without a byte order mark; a letter that is cut in two at the end is left out. */
function utf8Of(content: Buffer): string | undefined {
	try {
		return new TextDecoder('utf-8', { fatal: true }).decode(content, { stream: true });
	} catch {
		return undefined;
	}
}

/** @throws ServiceError where it is too much of it */
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

/** What a refusal says: JSON, or else text. */
export const parsed = (content: Buffer): unknown =>
	valueOf(content, utf8Of(content) ?? content.toString());

/**
 * What a reply of success says; '' for nothing.
 * @param other makes the error of a text
 * @throws ServiceError also where letters would be lost
 */
export function jsonOf(content: Buffer, other: (text: string) => ServiceError): unknown {
	const text = utf8Of(content);
	if (text === undefined) throw wrong('is not in UTF-8');
	const value = valueOf(content, text);
	if (typeof value === 'string' && value !== '') throw other(value);
	return value;
}
