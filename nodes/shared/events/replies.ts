import { waitIn } from '../tasks/customerReply';
import type { Service } from '../transport/request';
import { waitFor } from '../transport/run';
import { isWaitUrl, wake, type Waker } from '../transport/waiting';
import type { Delivery } from './delivery';
import { isReply } from './events';

/** A customer's message may be the reply for which an execution waits. Then it starts no other workflow. */

/** Number of calls and results that this process remembers, for all its triggers. */
const MOST = 1_000;

/** Milliseconds until whoever waits for the trigger is answered. Chatwoot gives up a delivery after five seconds. */
const IN_TIME = 3_500;

/** Calls in progress, and those that ended a wait, by URL. */
const calls = new Map<string, ReturnType<typeof wake>>();

/**
 * Wakes an execution, with one call at a time: n8n 1.123 may resume an execution twice. Triggers with the same
 * message share the call.
 */
async function wakeInTurn(context: Waker, url: string): ReturnType<typeof wake> {
	for (let earlier = calls.get(url); earlier; earlier = calls.get(url)) {
		const taken = await earlier;
		if (taken !== null) return taken;
	}
	const call = wake(context, url);
	calls.set(url, call);
	void call.then((taken) => typeof taken === 'number' || calls.delete(url));
	const [oldest] = calls.keys();
	if (calls.size > MOST) calls.delete(oldest);
	return await call;
}

/** @param late is called if something takes longer than Chatwoot waits */
export async function inAnswerTime<T>(result: Promise<T>, late: () => void): Promise<T> {
	if ((await Promise.race([result, waitFor(IN_TIME).then(() => 'late')])) === 'late') late();
	return await result;
}

/** What a trigger with a credential reads with. */
export interface AccountReader {
	send: Service['send'];
	/** Path of the account: `/api/v1/accounts/1`. */
	account: string;
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
	const { message, conversation } = delivery;
	if (!message || !conversation || !isReply(delivery)) return false;
	const { url, taken } = waitIn(conversation);
	if (taken !== undefined) return taken === message.id;
	if (!isWaitUrl(context, url)) return false;
	const answer = await inAnswerTime(wakeInTurn(context, url), late);
	if (answer !== undefined) return answer === message.id;
	if (!reader) return false;
	// Another process of n8n may have woken it.
	const path = `${reader.account}/conversations/${conversation.id}`;
	const [read] = await Promise.allSettled([reader.send({ method: 'GET', path })]);
	return read.status === 'fulfilled' && waitIn(read.value).taken === message.id;
}
