import type { IDataObject } from 'n8n-workflow';
import { readList } from '../transport/pages';
import { isObject, isSame, without } from '../values';
import { byId, records, type Request } from '../vocabulary';
import { customAttributesOf, withAttributes } from './customAttributes';
import { contentAttributesOf, isByCustomer } from './messageWords';

/** Executions that wait for the next message of a customer. Chatwoot stores what is needed to wake them. */

/** The conversation's custom attribute. */
const ATTRIBUTE = 'n8n_wait';

type Send = (request: Request) => Promise<unknown>;

/** What is stored about the newest wait in a conversation. Anybody who may write attributes can change it. */
export interface Wait {
	/** Resumes the execution; n8n signs it. */
	url?: unknown;
	/** ID of the message that the reply must follow. */
	question_id?: unknown;
	/** ID of the message with which the execution continued; then there is nothing more. */
	taken?: unknown;
}

export const waitIn = (conversation: unknown): Wait => {
	const wait = customAttributesOf(conversation)[ATTRIBUTE];
	return isObject(wait) ? wait : {};
};

/** Whether only a wait was stored or ended between two states of custom attributes. */
export function differOnlyInWait(from: unknown, to: unknown): boolean {
	const othersOf = (attributes: unknown) =>
		without(customAttributesOf({ custom_attributes: attributes }), ATTRIBUTE);
	return isSame(othersOf(from), othersOf(to));
}

/**
 * Stores a wait in a conversation, with all its other attributes.
 * @param path of the conversation
 * @param conversation as it was read a moment ago
 */
export const storeWait = async (
	send: Send,
	path: string,
	conversation: unknown,
	wait: Wait,
): Promise<unknown> =>
	await send({
		method: 'POST',
		path: `${path}/custom_attributes`,
		body: {
			merge: true,
			custom_attributes: withAttributes(conversation, { [ATTRIBUTE]: wait as IDataObject }),
		},
		again: true,
	});

const MESSAGES = records('payload', byId('newer', 1000));

/**
 * The first message of the customer after a question: a new message, or a form with the customer's answer, which
 * the question itself may be.
 * @param path of the conversation
 * @param question ID of the question
 * @param before ID of a message that must come later
 */
export async function replyTo(
	send: Send,
	path: string,
	question: number,
	before?: number,
): Promise<IDataObject | undefined> {
	const query = { after: question - 1, before, filter_internal_messages: 'true' };
	const isWanted = (row: IDataObject) =>
		// A server that ignores the bounds must not let another message be the reply.
		Number(row.id) >= question &&
		Number(row.id) < (before ?? Infinity) &&
		isByCustomer(row) &&
		contentAttributesOf(row).deleted !== true;
	const request = { method: 'GET', path: `${path}/messages`, query };
	const rows = await readList(send, request, MESSAGES, 1, { isEnough: isWanted, most: Infinity });
	return rows.filter(isWanted).sort((one, other) => Number(one.id) - Number(other.id))[0];
}
