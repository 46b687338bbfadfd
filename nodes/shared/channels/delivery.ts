import type { IDataObject } from 'n8n-workflow';
import { ServiceError } from '../faults';
import { unlessForbidden } from '../steps';
import { at, isObject, worded } from '../values';
import { byId, records, type Call } from '../vocabulary';
import type { Channel } from './channels';

/** What became of messages: whether the channel took them, and whether the customer's device has them. */

/**
 * `delivered`: on the customer's device; `handed_over`: the channel's provider has it; `unknown`: neither, before
 * the time was over; `not_checked`: nobody looked.
 */
export type DeliveryState = 'delivered' | 'handed_over' | 'unknown' | 'not_checked';

/** What a message waits for. */
export interface Patience {
	/** Milliseconds from the sending; 0: the message is not looked at. */
	limit: number;
	/** Whether it must reach the customer's device. */
	untilDelivered: boolean;
}

/** Milliseconds before the first looks at a message, and before each further one. */
const PAUSES = [500, 1000, 2000];
const LATER = 3000;

const NEWER = records('payload', byId('newer', 100));

const isOnDevice = ({ status }: IDataObject) => status === 'delivered' || status === 'read';

/** Whether the channel took a message. */
const isHandedOver = (message: IDataObject, { handedOver }: Channel): boolean =>
	handedOver === 'at once' ||
	isOnDevice(message) ||
	(handedOver === 'source_id' && Boolean(message.source_id));

const errorOf = (message: IDataObject): string =>
	String(at(message, 'content_attributes.external_error') ?? '').trim();

/** @throws ServiceError if the channel refused the message */
function checkFailed(message: IDataObject, { name }: Channel): void {
	if (message.status !== 'failed') return;
	const reason = errorOf(message) || 'Chatwoot does not say why';
	throw new ServiceError(
		`Message ${worded(message.id)} was not delivered to the customer (${name}): ${reason}`,
		{ status: 200 },
	);
}

/** Reads the messages of one conversation for all items that wait for one. */
interface Watch {
	/** IDs of the messages that are waited for. */
	ids: Set<number>;
	/** Number of looks since the newest of them was sent. */
	looks: number;
	/** The next look. */
	next?: Promise<Seen>;
}

/** The messages of a look by ID, or why it failed. */
type Seen = { rows: Rows } | { problem: string };

type Rows = Map<number, IDataObject>;

const withId = (rows: IDataObject[]) => new Map(rows.map((row) => [Number(row.id), row]));

/** The messages of a conversation from the oldest that is waited for. A bot's token only knows the newest one. */
async function watchedMessages(call: Call, path: string, ids: Set<number>): Promise<Rows> {
	const newest = Math.max(...ids);
	const request = {
		method: 'GET',
		path: `${path}/messages`,
		query: { after: Math.min(...ids) - 1 },
	};
	const isEnough = ({ id }: IDataObject) => Number(id) >= newest;
	const rows = await unlessForbidden(call.list(request, NEWER, isEnough));
	if (rows) return withId(rows);
	const last = at(await call.send({ method: 'GET', path }), 'last_non_activity_message');
	return withId(isObject(last) ? [last as IDataObject] : []);
}

/** The next look at a conversation, for which one item waits in the place of all. @param most milliseconds */
async function nextLook(call: Call, path: string, watch: Watch, most: number): Promise<Seen> {
	const { next } = watch;
	if (next) return await call.host.away(async () => await next);
	watch.next = (async () => {
		try {
			await call.host.wait(Math.min(PAUSES[watch.looks++] ?? LATER, most));
		} finally {
			watch.next = undefined;
		}
		const [read] = await Promise.allSettled([watchedMessages(call, path, watch.ids)]);
		return read.status === 'fulfilled'
			? { rows: read.value }
			: { problem: (read.reason as Error).message };
	})();
	return await watch.next;
}

/**
 * Waits until a message was handed over, or reached the device.
 * @param path of the conversation
 * @param sent the message as Chatwoot stored it
 * @param since when it was sent, as Date.now()
 * @returns the message as it was seen last
 * @throws ServiceError with the provider's words if the channel refused it, or if the execution is stopped
 */
export async function delivered(
	call: Call,
	path: string,
	sent: IDataObject,
	{ channel, since, patience }: { channel: Channel; since: number; patience: Patience },
): Promise<{ message: IDataObject; delivery: DeliveryState; problem?: string }> {
	const { limit, untilDelivered } = patience;
	const mustReach = untilDelivered && channel.reports.includes('delivered');
	const isOver = (message: IDataObject) =>
		mustReach ? isOnDevice(message) : isHandedOver(message, channel);
	const outcome = (message: IDataObject): DeliveryState =>
		isOnDevice(message) ? 'delivered' : isHandedOver(message, channel) ? 'handed_over' : 'unknown';
	checkFailed(sent, channel);
	if (isOver(sent)) return { message: sent, delivery: outcome(sent) };
	if (!limit) return { message: sent, delivery: 'not_checked' };
	const watch = await call.once(
		`messages of ${path}`,
		async (): Promise<Watch> => await Promise.resolve({ ids: new Set(), looks: 0 }),
	);
	const id = Number(sent.id);
	watch.ids.add(id);
	watch.looks = 0;
	let message = sent;
	try {
		for (let isFirst = true; ; isFirst = false) {
			const left = since + limit - Date.now();
			if (left <= 0 && !isFirst) return { message, delivery: outcome(message) };
			const seen = await nextLook(call, path, watch, Math.max(left, 0));
			if ('problem' in seen) return { message, delivery: 'unknown', problem: seen.problem };
			message = seen.rows.get(id) ?? message;
			checkFailed(message, channel);
			if (isOver(message)) return { message, delivery: outcome(message) };
		}
	} finally {
		watch.ids.delete(id);
	}
}
