import type { IDataObject } from 'n8n-workflow';
import { readDelivery, type Delivery } from '../../shared/events/delivery';
import { Incomplete, readList, readPage } from '../../shared/transport/pages';
import type { Service } from '../../shared/transport/request';
import { at } from '../../shared/values';
import type { Reply, Request } from '../../shared/vocabulary';

/** What one poll looks for. Times are Unix seconds by the clock of the service. */
export interface Glance {
	send: Service['send'];
	/** Path of the account. */
	account: string;
	/** Most requests at once. */
	places: number;
	/** The chosen events. */
	events: string[];
	/** The chosen inboxes, where there are any. */
	inboxes?: unknown[];
	now: number;
	/** The oldest time that counts; undefined: a few of the newest records, as examples. */
	from?: number;
	/** Whether no poll before has seen it. @param key of a delivery */
	isNew: (key: string) => boolean;
	/** Writes a warning into n8n's log. */
	warn: (text: string) => void;
}

/** What the service shows, told as its own event tells it. */
export interface Found {
	delivery: Delivery;
	at: number;
	/** Of the record: the order of what has the same time. */
	id: number;
}

/** A list of the service that is read at each poll. */
export interface Watched {
	/** The events that come of it. */
	events: string[];
	/**
	 * How many seconds later than at its own time a record may show up: so long it is looked for
	 * again, and what was seen is remembered.
	 */
	late: number;
	/**
	 * All that counts, what was seen before too. What no reading of the list can ever give is told in
	 * the log: an error would stop all other events for good.
	 * @throws ServiceError if a later poll may find what this one cannot
	 */
	read: (look: Glance) => Promise<Found[]>;
}

/** So many records of a list are examples enough. */
export const FEW = 5;

/**
 * Of a list that shows what was created last first: the rows that count.
 * @param wholly reads all of them where pages repeat rows, since then others are missing
 */
export async function rowsSince(
	{ send, from, warn }: Glance,
	request: Request,
	reply: Reply,
	wholly?: (from: number) => Promise<IDataObject[]>,
): Promise<IDataObject[]> {
	if (from === undefined) return (await readPage(send, request, reply)).rows.slice(0, FEW);
	let repeated = false;
	const newest = await readList(send, request, reply, 1, {
		isEnough: ({ created_at }) => Number(created_at) < from,
		onDoubt:
			wholly &&
			(() => {
				repeated = true;
			}),
	});
	const rows =
		repeated && wholly
			? await wholly(from).catch((error: unknown) => {
					if (!(error instanceof Incomplete)) throw error;
					warn(`${error.message}. The workflow does not start for the missing ones. ${error.hint}`);
					return unique([...newest, ...error.rows]);
				})
			: newest;
	return rows.filter(({ created_at }) => Number(created_at) >= from);
}

const unique = (rows: IDataObject[]) => [...new Map(rows.map((row) => [row.id, row])).values()];

/** A conversation of a list as deliveries show it. */
export const toldOf = (row: IDataObject): IDataObject => ({
	...row,
	channel: at(row, 'meta.channel') as string,
});

/**
 * A record as the delivery of an event.
 * @param told what the service sends with the event, as far as it is known
 * @param raw the record as the service shows it
 * @param moment Unix time in seconds
 */
export function foundAs(
	event: string,
	told: IDataObject,
	raw: IDataObject,
	moment: number,
	key?: string,
): Found {
	const delivery = readDelivery({ ...told, event }, key);
	return {
		delivery: {
			...delivery,
			...(key ? { key } : {}),
			body: { event, ...raw },
			at: new Date(moment * 1000).toISOString(),
		},
		at: moment,
		id: told.id as number,
	};
}
