import type { IDataObject } from 'n8n-workflow';
import { readDelivery, type Delivery } from '../../shared/events/delivery';
import { Incomplete, readList, readPage } from '../../shared/transport/pages';
import type { Service } from '../../shared/transport/request';
import type { Reply, Request } from '../../shared/vocabulary';

/** Milliseconds for a request and its reply. */
export const TIMEOUT = 120_000;

/** How long somebody must be silent. */
export interface SilenceSettings {
	/** Times in minutes, the shortest first. */
	times: number[];
	/** Whether only the opening hours of the inbox count. */
	openHoursOnly: boolean;
}

/** What one poll looks for. Times are Unix time in seconds by Chatwoot's clock. */
export interface PollQuery {
	send: Service['send'];
	/** Path of the account. */
	account: string;
	/** Maximum number of simultaneous requests. */
	places: number;
	/** The chosen events. */
	events: string[];
	/** The chosen inboxes, if any. */
	inboxes?: unknown[];
	/** Values of all filters. */
	filters: IDataObject;
	/** How long somebody must be silent, if an event of a silence is chosen. */
	silence?: SilenceSettings;
	now: number;
	/** Whole seconds since then, by Chatwoot's clock at this moment. */
	secondsSince: (moment: number) => number;
	/** The oldest time to look for; undefined: a few of the newest records, as examples. */
	from?: number;
	/** Whether no earlier poll has seen a delivery with this key. */
	isNew: (key: string) => boolean;
	/** What the last poll stored for this list. */
	kept?: unknown;
	/** Stores something for the next poll, if this poll succeeds. */
	keep: (value: object) => void;
	/** Writes a warning into n8n's log. */
	warn: (text: string) => void;
}

/** A record that was found, in the form of the event that Chatwoot would send. */
export interface Found {
	delivery: Delivery;
	at: number;
	/** Id of the record, to sort records of the same time. */
	id: number;
}

/** A list of Chatwoot that is read at each poll. */
export interface Watched {
	/** The events that can be found in it. */
	events: string[];
	/**
	 * A record may appear in the list this many seconds after its own time. For that long it is looked for
	 * again, and seen keys are remembered.
	 */
	late: number;
	/**
	 * Reads all records since `from`, including those already seen. Records that can never be read are reported
	 * in the log, because an error would stop all other events permanently.
	 * @throws ServiceError if a later poll may succeed
	 */
	read: (pollQuery: PollQuery) => Promise<Found[]>;
}

/** Number of records for examples. */
export const FEW = 5;

/**
 * The rows since `from` of a list that has the newest records first.
 * @param wholly reads all rows if pages repeat some, because then others are missing
 */
export async function rowsSince(
	{ send, from, warn }: PollQuery,
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

/**
 * A record in the form of an event's delivery.
 * @param eventBody the event's body as Chatwoot would send it, as far as it is known
 * @param raw the record as it was read
 * @param moment Unix time in seconds
 */
export function foundAs(
	event: string,
	eventBody: IDataObject,
	raw: IDataObject,
	moment: number,
	key?: string,
): Found {
	const delivery = readDelivery({ ...eventBody, event }, key);
	return {
		delivery: {
			...delivery,
			...(key ? { key } : {}),
			body: { event, ...raw },
			at: new Date(moment * 1000).toISOString(),
		},
		at: moment,
		id: eventBody.id as number,
	};
}
