import { createHash } from 'crypto';
import type { IDataObject } from 'n8n-workflow';
import { readList } from '../transport/pages';
import { at, isObject, isSame, worded } from '../values';
import { byId, records, type Request } from '../vocabulary';
import { customAttributesOf } from './customAttributes';
import { contentAttributesOf, isByCustomer } from './messageWords';

/**
 * Executions that wait for the next message of a customer. Chatwoot stores what is needed to wake them: a pointer
 * in the contact, which all deliveries have, and a proof in the question, which visitors cannot write.
 */

type Send = (request: Request) => Promise<unknown>;

/** The proof in the content attributes of a question. */
export interface Proof {
	/** Resumes the execution; n8n signs it. */
	url: string;
	/** Digest of the secret that the execution reveals when it continues with a reply. */
	digest: string;
}

/** Name of the content attribute. */
const PROOF = 'n8n_wait';

export const digestOfSecret = (secret: string): string =>
	createHash('sha256').update(secret).digest('hex');

export const withProof = (attributes: IDataObject, proof: Proof): IDataObject => ({
	...attributes,
	[PROOF]: { ...proof },
});

/** @param message of the API or a delivery; undefined if no execution waits for the answer to it */
export function proofIn(message: IDataObject): Proof | undefined {
	const { message_type: type, private: isNote } = message;
	if ((type !== 1 && type !== 'outgoing') || isNote === true) return undefined;
	const proof = contentAttributesOf(message)[PROOF];
	return isObject(proof) && typeof proof.url === 'string' && typeof proof.digest === 'string'
		? { url: proof.url, digest: proof.digest }
		: undefined;
}

/** Beginning of the contact's custom attribute with the pointer of a conversation. */
const POINTER = 'n8n_wait_';

/** A pointer after the end of a wait: the ID of the reply and the secret of the execution. */
const ENDED = /^taken:(\d{1,15}):(\w+)$/;

/**
 * The pointer of a conversation: the URL that resumes the execution, or the end of the wait. Visitors can change
 * it: nothing in it is believed without a proof.
 */
export const pointerIn = (contact: unknown, conversation: unknown): unknown =>
	customAttributesOf(contact)[`${POINTER}${worded(conversation)}`];

/** The end of a wait. */
interface End {
	/** ID of the reply. */
	taken: number;
	secret: string;
}

/** The end of a wait that a pointer claims. */
export function endIn(pointer: unknown): End | undefined {
	const [, taken, secret] = ENDED.exec(typeof pointer === 'string' ? pointer : '') ?? [];
	return secret === undefined ? undefined : { taken: Number(taken), secret };
}

/** Whether an end reveals the secret of a question: then the execution that asked has continued. */
export const revealed = (end: End | undefined, { digest }: Proof): boolean =>
	end !== undefined && digestOfSecret(end.secret) === digest;

/** The pointer with which an execution says what it continues with. */
export const endedWith = (taken: unknown, secret: unknown): string =>
	`taken:${worded(taken)}:${String(secret)}`;

/** Whether only pointers changed between two states of a contact's custom attributes. */
export function differOnlyInWaits(from: unknown, to: unknown): boolean {
	const othersOf = (attributes: unknown) =>
		Object.entries(isObject(attributes) ? attributes : {}).filter(
			([name]) => !name.startsWith(POINTER),
		);
	return isSame(Object.fromEntries(othersOf(from)), Object.fromEntries(othersOf(to)));
}

/**
 * Stores the pointer of a conversation in its contact, beside all other attributes.
 * @param path of the conversation
 * @param contact its ID
 */
export async function storePointer(
	send: Send,
	path: string,
	contact: unknown,
	pointer: string,
): Promise<void> {
	const [, account, conversation] = /^(.*)\/conversations\/([^/]+)$/.exec(path) ?? [];
	await send({
		method: 'PUT',
		path: `${account}/contacts/${worded(contact)}`,
		body: { custom_attributes: { [`${POINTER}${conversation}`]: pointer } },
	});
}

const inOrder = (rows: IDataObject[]): IDataObject[] =>
	[...rows].sort((one, other) => Number(one.id) - Number(other.id));

const isDeleted = (message: IDataObject) => contentAttributesOf(message).deleted === true;

/** The newest public messages of a conversation, the oldest first, and its contact. */
export interface Newest {
	rows: IDataObject[];
	contact: unknown;
}

/**
 * Reads the newest public messages of a conversation.
 * @param path of the conversation
 * @param before ID of a message; only older ones are read
 */
export async function newestIn(send: Send, path: string, before?: number): Promise<Newest> {
	const query = { before, filter_internal_messages: 'true' };
	const body = await send({ method: 'GET', path: `${path}/messages`, query });
	const payload = at(body, 'payload');
	const rows = Array.isArray(payload) ? (payload as unknown[]).filter(isObject) : [];
	return { rows: inOrder(rows as IDataObject[]), contact: at(body, 'meta.contact') };
}

/**
 * The questions that a message can be the first answer to, the newest first: nothing of the customer is between
 * them and the message. An answered form is the answer to itself.
 * @param id of the message
 */
export function questionsBefore(rows: IDataObject[], id: number): Proof[] {
	const message = rows.find((row) => row.id === id);
	const form = message && isByCustomer(message) ? proofIn(message) : undefined;
	if (form) return [form];
	const earlier = rows.filter((row) => Number(row.id) < id);
	const last = earlier.findLastIndex(isByCustomer);
	return earlier
		.slice(last + 1)
		.flatMap((row) => proofIn(row) ?? [])
		.reverse();
}

const MESSAGES = records('payload', byId('newer', 1000));

/** What came after a question. */
export interface Reaction {
	/** The first message of the customer: a new one, or a form with an answer, which the question itself may be. */
	reply?: IDataObject;
	/** Whether another execution has asked since, which gets all later messages. */
	isReplaced: boolean;
}

/** @param rows messages of the conversation @param question ID of the question */
export function answerIn(rows: IDataObject[], question: number): Reaction {
	const later = inOrder(rows.filter((row) => Number(row.id) >= question));
	const isOther = (row: IDataObject) => row.id !== question && proofIn(row) !== undefined;
	const next = later.find((row) => isOther(row) && !isDeleted(row));
	// A server that ignores the bounds must not let another message be the reply.
	const before = Number(next?.id ?? Infinity);
	return {
		reply: later.find((row) => Number(row.id) < before && isByCustomer(row) && !isDeleted(row)),
		isReplaced: next !== undefined,
	};
}

/**
 * Reads what came after a question.
 * @param path of the conversation
 * @param question ID of the question
 */
export async function answerTo(send: Send, path: string, question: number): Promise<Reaction> {
	const query = { after: question - 1, filter_internal_messages: 'true' };
	const isEnough = (row: IDataObject) => {
		const { reply, isReplaced } = answerIn([row], question);
		return reply !== undefined || isReplaced;
	};
	const request = { method: 'GET', path: `${path}/messages`, query };
	const rows = await readList(send, request, MESSAGES, 1, { isEnough, most: Infinity });
	return answerIn(rows, question);
}
