import {
	endIn,
	newestIn,
	pointerIn,
	proofIn,
	questionsBefore,
	revealed,
	type Proof,
} from '../tasks/customerReply';
import type { Service } from '../transport/request';
import { waitFor } from '../transport/run';
import { isWaitUrl, wake, type Waker } from '../transport/waiting';
import { setNewest } from '../values';
import type { Delivery } from './delivery';
import { isReply } from './events';

/** A customer's message may be the reply for which an execution waits. Then it starts no other workflow. */

/** Number of calls, and of questions, that this process remembers for all its triggers. */
const MOST = 1_000;

/** Milliseconds until whoever waits for the trigger is answered. Chatwoot gives up a delivery after five seconds. */
const IN_TIME = 3_500;

/** Calls in progress, and those that ended a wait, by URL. */
const calls = new Map<string, ReturnType<typeof wake>>();

/**
 * Wakes an execution, with one call at a time: n8n 1.123 may resume an execution twice. Triggers with the same
 * message share the call.
 */
async function wakeInTurn(context: Waker, url: string, isKnown: boolean): ReturnType<typeof wake> {
	for (let earlier = calls.get(url); earlier; earlier = calls.get(url)) {
		const taken = await earlier;
		if (taken !== null) return taken;
	}
	const call = wake(context, url, isKnown);
	setNewest(calls, url, call, MOST);
	void call.then((taken) => typeof taken === 'number' || calls.delete(url));
	return await call;
}

/** @param late is called if something takes longer than Chatwoot waits */
export async function inAnswerTime<T>(result: Promise<T>, late: () => void): Promise<T> {
	if ((await Promise.race([result, waitFor(IN_TIME).then(() => 'late')])) === 'late') late();
	return await result;
}

/** A question that a trigger saw leave: it knows whom to wake, whatever visitors do with the pointer. */
interface Question extends Proof {
	/** When the execution was last woken without a message, or when it asked; as Date.now(). */
	at: number;
}

/** Questions by trigger and conversation, the longest untouched first. */
const questions = new Map<string, Question>();

const keep = (key: string, proof: Proof) =>
	setNewest(questions, key, { ...proof, at: Date.now() }, MOST);

/** Forgets a question whose execution no longer waits. */
function forget(key: string, { url }: Proof): void {
	if (questions.get(key)?.url === url) questions.delete(key);
}

/** Milliseconds after which an execution is woken without a message. */
const UNHEARD = 3_600_000;

/**
 * Wakes the execution that nobody has woken for longest: a delivery may have been lost, and Chatwoot reports to
 * nobody that a conversation was deleted.
 */
function wakeUnheard(context: Waker): void {
	const [oldest] = questions;
	if (!oldest || Date.now() - oldest[1].at < UNHEARD) return;
	const [key, question] = oldest;
	questions.delete(key);
	// Another n8n may have asked.
	if (!isWaitUrl(context, question.url)) return;
	keep(key, question);
	void wakeInTurn(context, question.url, true).then(
		(taken) => taken !== undefined || forget(key, question),
	);
}

/** What a trigger with a credential reads with. */
export interface AccountReader {
	send: Service['send'];
	/** Path of the account: `/api/v1/accounts/1`. */
	account: string;
}

/** A customer's message, and what is known of the execution that may wait for it. */
interface Heard {
	id: number;
	conversation: number;
	/** Key of the question. */
	key: string;
	/** The question, if this trigger saw it. */
	question?: Proof;
	/** Of the conversation, as it was delivered. */
	pointer: unknown;
}

/**
 * Whether an execution continues with a message. The pointer only says that reading may be worth it: the execution
 * that a question names is woken, and the end of a wait counts if it reveals the secret of the question before the
 * message.
 */
async function isTakenBy(
	context: Waker,
	{ id, conversation, key, question, pointer }: Heard,
	reader?: AccountReader,
): Promise<boolean> {
	const end = endIn(pointer);
	let woken: Awaited<ReturnType<typeof wake>>;
	if (question && !revealed(end, question)) {
		woken = await wakeInTurn(context, question.url, true);
		if (woken === id) return true;
		if (woken === undefined) forget(key, question);
	}
	// It may have taken the message before its pointer, or the end of its wait, was delivered.
	const isSettled = end
		? end.taken !== id
		: woken !== undefined && (pointer === undefined || pointer === question?.url);
	if (isSettled) return false;
	const path = `${reader?.account}/conversations/${conversation}`;
	const [read] = await Promise.allSettled([reader && newestIn(reader.send, path, id + 1)]);
	const { rows = [], contact } = (read.status === 'fulfilled' && read.value) || {};
	// Another process of n8n may have woken it since.
	const ends = [end, endIn(pointerIn(contact, conversation))];
	const first = questionsBefore(rows, id);
	if (first.some((proof) => ends.some((one) => revealed(one, proof)))) return true;
	const newest = rows.flatMap((row) => proofIn(row) ?? []).at(-1)?.url;
	for (const url of new Set([newest, pointer]))
		if (url !== question?.url && isWaitUrl(context, url))
			if ((await wakeInTurn(context, url, url === newest)) === id) return true;
	return false;
}

/**
 * Whether an execution continues with this message, because it waited for it. Wakes it, if it still waits.
 * @param reader undefined if the trigger has no credential
 * @param late is called if waking takes longer than Chatwoot waits
 */
export async function isTaken(
	context: Waker,
	delivery: Delivery,
	reader?: AccountReader,
	late = () => {},
): Promise<boolean> {
	wakeUnheard(context);
	const { message, conversation, contact, accountId } = delivery;
	if (!message || !conversation) return false;
	const trigger = [context.getWorkflow().id, context.getNode().id, accountId];
	const key = JSON.stringify([...trigger, conversation.id]);
	// A form that the customer answered is the question itself.
	const proof = proofIn(message);
	if (!isReply(delivery)) {
		if (proof) keep(key, proof);
		return false;
	}
	const pointer = pointerIn(contact, conversation.id);
	const latest = proof ?? questions.get(key);
	const question = latest && isWaitUrl(context, latest.url) ? latest : undefined;
	if (!question && pointer === undefined) return false;
	const heard = { id: Number(message.id), conversation: conversation.id, key, question, pointer };
	return await inAnswerTime(isTakenBy(context, heard, reader), late);
}
