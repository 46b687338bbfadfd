import type { IDataObject } from 'n8n-workflow';
import { ServiceError } from '../faults';
import { unlessForbidden } from '../steps';
import { at, isObject, worded } from '../values';
import { byId, records, type Call } from '../vocabulary';
import type { Host } from '../vocabulary/call';
import type { Channel } from './channels';

/** What became of messages: whether the channel took them, and whether the customer's device has them. */

/**
 * `delivered`: on the customer's device; `handed_over`: the channel's provider has it; `unknown`: neither, before
 * the time was over; `not_checked`: nobody looked.
 */
export type DeliveryState = 'delivered' | 'handed_over' | 'unknown' | 'not_checked';

/** What reads messages until they were handed over. */
export type DeliveryReader = Pick<Call, 'send' | 'getOnce' | 'once' | 'list'> & {
	host: Pick<Host, 'wait' | 'waitForOthers' | 'away' | 'hint'>;
};

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

/** Milliseconds that a look waits in addition while other items are at work: the later, the more it answers. */
const WHILE_BUSY = 5000;

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
	/** Lets it no longer wait for other items. */
	hurry: () => void;
}

/** The messages of a look by ID, or why it failed, and when it began, as Date.now(). */
type Seen = { begun: number } & ({ rows: Rows } | { problem: string });

type Rows = Map<number, IDataObject>;

const withId = (rows: IDataObject[]) => new Map(rows.map((row) => [Number(row.id), row]));

/** The messages of a conversation from the oldest that is waited for. A bot's token only knows the newest one. */
async function watchedMessages(
	call: DeliveryReader,
	path: string,
	ids: Set<number>,
): Promise<Rows> {
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

/** When to look. */
interface Timing {
	/** Most milliseconds until then. */
	most: number;
	/** Whether something else can only be sent afterwards. */
	isUrgent: boolean;
}

/** The next look at a conversation, for which one item waits in the place of all. */
async function nextLook(
	call: DeliveryReader,
	path: string,
	watch: Watch,
	{ most, isUrgent }: Timing,
): Promise<Seen> {
	const { next } = watch;
	if (next) {
		if (isUrgent) watch.hurry();
		return await call.host.away(async () => await next);
	}
	watch.next = (async () => {
		const hurried = new Promise<void>((resolve) => {
			watch.hurry = resolve;
		});
		try {
			const pause = Math.min(PAUSES[watch.looks++] ?? LATER, most);
			if (isUrgent) await call.host.wait(pause);
			else await call.host.waitForOthers(pause, WHILE_BUSY, hurried);
		} finally {
			watch.next = undefined;
		}
		const begun = Date.now();
		const [read] = await Promise.allSettled([watchedMessages(call, path, watch.ids)]);
		return read.status === 'fulfilled'
			? { begun, rows: read.value }
			: { begun, problem: (read.reason as Error).message };
	})();
	return await watch.next;
}

/** A message that was sent. */
export interface SentMessage {
	/** As Chatwoot stored it. */
	message: IDataObject;
	/** When it was sent, as Date.now(). */
	since: number;
	patience: Patience;
}

/** What became of a message. */
export interface Outcome {
	/** As it was seen last. */
	message: IDataObject;
	delivery: DeliveryState;
	/** Why it could not be read. */
	problem?: string;
}

/**
 * Waits until messages were handed over, or reached the device. Each look answers for all of them.
 * @param path of the conversation
 * @param isUrgent whether something else can only be sent afterwards; otherwise other items go first
 * @returns what became of each
 * @throws ServiceError with the provider's words if the channel refused one, or if the execution is stopped
 */
export async function delivered(
	call: DeliveryReader,
	path: string,
	channel: Channel,
	sent: SentMessage[],
	isUrgent: boolean,
): Promise<Outcome[]> {
	const isOver = (message: IDataObject, { untilDelivered }: Patience) =>
		untilDelivered && channel.reports.includes('delivered')
			? isOnDevice(message)
			: isHandedOver(message, channel);
	const stateOf = (message: IDataObject): DeliveryState =>
		isOnDevice(message) ? 'delivered' : isHandedOver(message, channel) ? 'handed_over' : 'unknown';
	const outcomes = sent.map(({ message }): Outcome => ({ message, delivery: stateOf(message) }));
	sent.forEach(({ message }) => checkFailed(message, channel));
	const isOpen = (index: number) => !isOver(outcomes[index].message, sent[index].patience);
	const unseen = [...sent.keys()].filter(isOpen);
	for (const index of unseen)
		if (!sent[index].patience.limit) outcomes[index].delivery = 'not_checked';
	let open = unseen.filter((index) => sent[index].patience.limit);
	if (!open.length) return outcomes;
	const watch = await call.once(
		`messages of ${path}`,
		async (): Promise<Watch> =>
			await Promise.resolve({ ids: new Set(), looks: 0, hurry: () => {} }),
	);
	const ids = open.map((index) => Number(sent[index].message.id));
	ids.forEach((id) => watch.ids.add(id));
	watch.looks = 0;
	const endOf = (index: number) => sent[index].since + sent[index].patience.limit;
	try {
		while (open.length) {
			const most = Math.max(0, Math.min(...open.map(endOf)) - Date.now());
			const seen = await nextLook(call, path, watch, { most, isUrgent });
			for (const index of open) {
				if ('problem' in seen) {
					Object.assign(outcomes[index], { delivery: 'unknown', problem: seen.problem });
					continue;
				}
				const { message: before } = outcomes[index];
				const message = seen.rows.get(Number(before.id)) ?? before;
				checkFailed(message, channel);
				outcomes[index] = { message, delivery: stateOf(message) };
			}
			if ('problem' in seen) break;
			// What was read before the time was over may be out of date by now.
			open = open.filter((index) => isOpen(index) && seen.begun < endOf(index));
		}
		return outcomes;
	} finally {
		ids.forEach((id) => watch.ids.delete(id));
	}
}
