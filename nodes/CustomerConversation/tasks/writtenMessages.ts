import type { IDataObject } from 'n8n-workflow';
import { unlessGone } from '../../shared/steps';
import { isEnd, newerThan, numbered, readPage, sizeOf } from '../../shared/transport/pages';
import { ahead } from '../../shared/transport/run';
import {
	CONVERSATIONS,
	records,
	type Call,
	type Export,
	type Position,
} from '../../shared/vocabulary';
import { startOf, certainTime, counter } from './longLists';

/** Sizes of the newest page, and of a page between two IDs; no parameter changes them. */
const [NEWEST, BETWEEN] = [20, 1000];

/** How many IDs a page goes back: messages written at the same time may appear in another order. */
const BACK = 100;

const MESSAGES = records('payload');

/** How messages become rows. */
interface Written {
	name: string;
	/** Makes the cells of a conversation, which all its rows have. */
	cellsOf: () => Promise<(conversation: IDataObject) => IDataObject>;
	toRow: (message: IDataObject, conversation: number, cells: IDataObject) => IDataObject;
}

type TakeConversations = (conversations: IDataObject[]) => Promise<void>;

/**
 * Reads the conversations that were active since a time, the newest activity first. If one becomes
 * active meanwhile, it moves to the front: then others are at most read twice. If one is deleted, others
 * move forward: then pages are read again.
 * @returns the time of the newest activity, and the number of the last page
 */
async function readActive({ request, send }: Call, since: number, take: TakeConversations) {
	let newest = since;
	let total = 0;
	let size = 0;
	for (let page = 1; ; page++) {
		const found = await readPage(send, request, CONVERSATIONS, numbered(page));
		const active = found.rows.filter((record) => Number(record.last_activity_at) >= since);
		if (active.length) await take(active);
		if (page === 1) size = sizeOf(found, CONVERSATIONS.pages);
		if (page === 1 && active.length) newest = Number(active[0].last_activity_at);
		const deleted = Math.max(0, total - (found.total ?? 0));
		total = found.total ?? 0;
		if (deleted) page = Math.max(0, page - 1 - Math.ceil(deleted / size));
		else if (active.length < found.rows.length || isEnd(found, page, size)) return { newest, page };
	}
}

/** A conversation with activity since the period began. */
interface Active {
	number: number;
	created: number;
	/** Time of its last activity. */
	last: number;
	/** Cells for the rows of its messages. */
	cells: IDataObject;
}

/** All conversations that may have messages of the period, sorted by ID. */
async function activeConversations(
	call: Call,
	since: number,
	{ cellsOf }: Written,
): Promise<Active[]> {
	const until = Number(call.values.until);
	const found = new Map<number, Active>();
	const add: TakeConversations = async (conversations) => {
		const toCells = await cellsOf();
		for (const conversation of conversations) {
			const { id, created_at, last_activity_at, messages } = conversation;
			// The list has the newest message of each conversation.
			const isEmpty = Array.isArray(messages) && messages.length === 0;
			if (Number(created_at) >= until || isEmpty) continue;
			found.set(Number(id), {
				number: Number(id),
				created: Number(created_at),
				last: Number(last_activity_at),
				cells: toCells(conversation),
			});
		}
	};
	// Reads those that became active meanwhile, until none has.
	for (let from = since; ;) {
		const { newest, page } = await readActive(call, from, add);
		if (page === 1 || newest === from)
			return [...found.values()].sort((one, other) => one.number - other.number);
		from = newest;
	}
}

/**
 * The messages of a conversation, at least those since a time, page by page, the oldest first. If the
 * conversation is older than that, its newest page may be enough.
 */
async function* messagesOf(
	call: Call,
	{ number, created }: Active,
	since: number,
): AsyncGenerator<IDataObject[]> {
	const request = { method: 'GET', path: `${call.request.path}/${number}/messages` };
	const read = async (query: IDataObject = {}) =>
		(await unlessGone(readPage(call.send, request, MESSAGES, query)))?.rows ?? [];
	if (created < since) {
		const rows = await read();
		if (rows.length < NEWEST || Number(rows[0].created_at) < since) return yield rows;
	}
	let before = new Set<unknown>();
	for (let after = 0; ;) {
		const rows = await read(newerThan(after));
		yield rows.filter(({ id }) => !before.has(id));
		if (rows.length < BETWEEN) return;
		before = new Set(rows.map(({ id }) => id));
		after = Math.max(after + 1, Number(rows[rows.length - 1].id) - BACK);
	}
}

/** A period of messages; the first conversation begins at a later time. */
interface Stretch {
	since: number;
	until: number;
	first: number;
	firstSince: number;
}

/** The periods to export: first what the limit of the earlier export left out, then what is new. */
function stretchesOf({ since, cut }: Position, until: number): Stretch[] {
	const all = { first: 0, firstSince: 0 };
	if (!cut) return [{ since, until, ...all }];
	return [
		{ since, until: cut.until, first: cut.conversation, firstSince: cut.since },
		{ since: cut.until, until, ...all },
	];
}

/** Exports the messages written from Since until Until as flat rows, conversation by conversation. */
export function writtenInPeriod(call: Call, written: Written): Export {
	const { host, values } = call;
	const { name, toRow } = written;
	const begin = startOf(call, name);
	const earlier = new Set<unknown>(begin.exportedIds);
	let position = begin;

	async function* read(): AsyncGenerator<IDataObject[]> {
		const until = Number(values.until);
		const stretches = stretchesOf(begin, until).filter((stretch) => stretch.since < stretch.until);
		if (stretches.length === 0) return;
		const certain = await certainTime(call);
		const count = counter(host, name);
		let left = host.limit();
		const active = await activeConversations(call, begin.since, written);
		for (const stretch of stretches) {
			const end = Math.max(stretch.since, Math.min(stretch.until, certain));
			// IDs of messages at the end or later, and of those at the last time in this conversation.
			const late: number[] = [];
			let moment = { since: 0, exportedIds: [] as number[] };
			const sinceOf = ({ number }: Active) =>
				number === stretch.first ? Math.max(stretch.since, stretch.firstSince) : stretch.since;
			const wanted = active.filter(
				({ number, created, last }) =>
					number >= stretch.first && created < stretch.until && last >= stretch.since,
			);
			const opened = ahead(wanted, host.places, async (conversation) => {
				const pages = messagesOf(call, conversation, sinceOf(conversation));
				return { conversation, pages, page: await pages.next() };
			});
			for await (const { conversation, pages, page: first } of opened) {
				moment = { since: 0, exportedIds: [] };
				for (let page = first; !page.done; page = await pages.next()) {
					const rows: IDataObject[] = [];
					for (const message of page.value) {
						const time = Number(message.created_at);
						if (time < sinceOf(conversation) || time >= stretch.until) continue;
						if (rows.length === left) break;
						if (time !== moment.since) moment = { since: time, exportedIds: [] };
						for (const ids of time >= end ? [late, moment.exportedIds] : [moment.exportedIds])
							ids.push(Number(message.id));
						if (!earlier.has(message.id))
							rows.push(toRow(message, conversation.number, conversation.cells));
					}
					count(rows.length);
					left -= rows.length;
					if (left === 0)
						position = {
							of: name,
							since: stretch.since,
							exportedIds: [...new Set([...begin.exportedIds, ...late, ...moment.exportedIds])],
							cut: { until: end, conversation: conversation.number, since: moment.since },
						};
					if (rows.length) yield rows;
					if (left === 0) return;
				}
			}
			position = { of: name, since: end, exportedIds: late };
		}
	}

	return {
		name,
		rows: read(),
		blank: async () => toRow({ id: 0 }, 0, (await written.cellsOf())({})),
		position: () => position,
	};
}
