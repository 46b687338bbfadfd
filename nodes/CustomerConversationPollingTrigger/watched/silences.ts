import type { IDataObject } from 'n8n-workflow';
import { asDelivered } from '../../shared/events/delivery';
import { passes } from '../../shared/events/filters';
import { alwaysOpen, readHours } from '../../shared/events/hours';
import { unlessGone } from '../../shared/steps';
import { readList } from '../../shared/transport/pages';
import { sideBySide } from '../../shared/transport/run';
import { at, without } from '../../shared/values';
import { CONVERSATIONS } from '../../shared/vocabulary';
import { changedConversations, conversations, LONG_AGO } from './conversations';
import { silenceOf, type Silence } from './silence';
import { foundAs, type Found, type PollQuery, type SilenceSettings, type Watched } from './watched';

/** What is stored between two polls. Times are Unix time in seconds. */
interface Kept {
	/** The settings. After a change, only what passes from then on gives an item. */
	about: string;
	/** What passed earlier than this gives no item. */
	begun: number;
	/** Changes up to this time were read. */
	until: number;
	/** Silences that may still give an item, by the id of the conversation. */
	silences: Record<string, Silence>;
}

/** A time that a silence has reached. */
interface Passed {
	minutes: number;
	/** Unix time in seconds. */
	passedAt: number;
}

const DAY = 86_400;

/** The longest time that can be chosen, in minutes. With opening hours it is also the oldest silence that is found. */
export const LONGEST = 60 * 24 * 60;

/** Statuses in which somebody is expected to write, unless the filter Statuses is set. */
const STATUSES = ['open', 'pending'];

const statusesIn = ({ statuses }: IDataObject) => (statuses as string[] | undefined) ?? STATUSES;

const eventOf = ({ waits }: Silence) => (waits ? 'team_silent' : 'customer_silent');

/** Conversations in the wanted statuses with activity since then. */
async function active(
	{ send, account, filters }: PollQuery,
	since: number,
): Promise<IDataObject[]> {
	const isEnough = ({ last_activity_at }: IDataObject) => Number(last_activity_at) < since;
	const found: IDataObject[] = [];
	for (const status of statusesIn(filters)) {
		const query = { status, sort_by: 'last_activity_at_desc' };
		const request = { method: 'GET', path: `${account}/conversations`, query };
		found.push(...(await readList(send, request, CONVERSATIONS, 1, { isEnough })));
	}
	return found;
}

/** @param id of the conversation */
const keyOf = (id: unknown, silence: Silence, { minutes }: Passed) =>
	`${eventOf(silence)}:${String(id)}:${silence.since}:${minutes}`;

function foundIn(row: IDataObject, silence: Silence, passed: Passed): Found {
	const { since } = silence;
	const { minutes, passedAt } = passed;
	const raw = { ...row, silent_for: minutes, silent_since: since };
	const key = keyOf(row.id, silence, passed);
	const found = foundAs('conversation_silent', asDelivered(row), raw, passedAt, key);
	const name = eventOf(silence);
	return { ...found, delivery: { ...found.delivery, silence: { name, minutes, since } } };
}

/** Whether a conversation has a wanted status and passes the filters that do not depend on the time of the event. */
const isWanted = (row: IDataObject, filters: IDataObject): boolean =>
	statusesIn(filters).includes(String(row.status)) &&
	passes(
		foundAs('conversation_silent', asDelivered(row), row, 0).delivery,
		without(filters, 'opening_hours'),
	);

/** The longest time that a silence has reached; undefined if it has reached none. */
type PassedBy = (silence: Silence) => Passed | undefined;

async function passedBy({ send, account, now, silence }: PollQuery): Promise<PassedBy> {
	const { times, openHoursOnly } = silence as SilenceSettings;
	const hoursOf = openHoursOnly ? await readHours(send, account) : alwaysOpen;
	const passed: PassedBy = ({ since, inbox }) => {
		const hours = hoursOf(inbox);
		const isReached = (minutes: number) => since + minutes * 60 <= now;
		const lasted = times.some(isReached) ? hours.secondsBetween(since, now) : 0;
		const minutes = times.findLast((one) => one * 60 <= lasted);
		const passedAt = minutes && hours.momentAfter(since, minutes * 60, now);
		return minutes && passedAt ? { minutes, passedAt } : undefined;
	};
	const known = new Map<Silence, Passed | undefined>();
	return (one) => {
		if (!known.has(one)) known.set(one, passed(one));
		return known.get(one);
	};
}

/** The newest conversations in which somebody is silent, however long. */
async function examples(pollQuery: PollQuery, passed: PassedBy): Promise<Found[]> {
	const { places, now, events, silence } = pollQuery;
	const rows = await changedConversations(pollQuery);
	const silences = await sideBySide(
		rows.length,
		places,
		async (index) => await silenceOf(pollQuery, rows[index]),
	);
	const [minutes] = (silence as SilenceSettings).times;
	return silences.flatMap((one, index) =>
		one && events.includes(eventOf(one))
			? [foundIn(rows[index], one, passed(one) ?? { minutes, passedAt: now })]
			: [],
	);
}

/** Which silences a poll looks for, by the settings and by what the last poll stored. */
interface Range {
	chosen: string[];
	/** The stored silences, and until when changes were read; undefined if everything must be read again. */
	before?: Kept;
	about: string;
	begun: number;
	/** What passed earlier than this gives no item. */
	earliest: number;
	/** Silences that began earlier than this give no item. */
	oldest: number;
	/** Whether no time is left that could give an item. */
	isOver: (silence: Silence) => boolean;
}

function rangeOf(
	{ now, from = now, filters, events, silence, kept }: PollQuery,
	passed: PassedBy,
): Range {
	const { times, openHoursOnly } = silence as SilenceSettings;
	const chosen = silences.events.filter((name) => events.includes(name));
	const about = JSON.stringify([chosen, silence, filters]);
	const stored = kept as Kept | undefined;
	const isSame = stored?.about === about;
	// Chatwoot's clock may have been ahead.
	const isRecent = stored && stored.until <= now && now - stored.until < LONG_AGO;
	const begun = isSame ? Math.min(stored.begun, now) : stored ? now : from;
	const earliest = Math.max(begun, from);
	const longest = Math.max(...times);
	const oldest = earliest - (openHoursOnly ? LONGEST : longest) * 60;
	return {
		chosen,
		about,
		begun,
		earliest,
		oldest,
		before: isSame && isRecent ? stored : undefined,
		isOver: (one) => {
			if (one.since < oldest) return true;
			const last = passed(one);
			return last?.minutes === longest && last.passedAt < earliest;
		},
	};
}

/**
 * Silences of customers and of the team. Only what changed is read, and it is stored when each silence began, so
 * the number of open conversations does not matter. A silence gives an item when it reaches a time, and for the
 * longest one if it reaches several between two polls. For a day it still gives this item if the conversation
 * only then gets a wanted status or passes the filters.
 */
export const silences: Watched = {
	events: ['customer_silent', 'team_silent'],
	late: DAY,
	read: async (pollQuery) => {
		const { send, account, places, now, from, filters, isNew, keep } = pollQuery;
		const passed = await passedBy(pollQuery);
		if (from === undefined) return await examples(pollQuery, passed);
		const range = rangeOf(pollQuery, passed);
		const { chosen, before, about, begun, earliest, isOver } = range;
		const known = (pollQuery.kept as Kept | undefined)?.silences ?? {};
		const left = { ...before?.silences };
		/** Stores who is silent in a conversation, or that nobody is. */
		const update = async (row: IDataObject): Promise<Silence | undefined> => {
			const id = String(row.id);
			const written = Number(at(row, 'last_non_activity_message.created_at') ?? 0);
			// No silence can have begun later than this.
			const since = Math.max(Number(row.waiting_since), written);
			const latest = { waits: false, since, last: 0, inbox: Number(row.inbox_id) };
			const mayMatter = isWanted(row, filters) && !isOver(latest);
			const found = mayMatter ? await silenceOf(pollQuery, row, known[id]) : undefined;
			if (found) left[id] = found;
			else delete left[id];
			return found;
		};
		const rows = before
			? await changedConversations({ ...pollQuery, from: before.until - conversations.late })
			: await active(pollQuery, range.oldest);
		await sideBySide(rows.length, places, async (index) => await update(rows[index]));
		for (const [id, one] of Object.entries(left)) if (isOver(one)) delete left[id];
		const due = Object.entries(left).flatMap(([id, one]) => {
			const time = passed(one);
			const isDue = time && time.passedAt >= earliest && chosen.includes(eventOf(one));
			return isDue && isNew(keyOf(id, one, time)) ? [{ id, one, time }] : [];
		});
		const read = new Map(rows.map((row) => [String(row.id), row]));
		const found = await sideBySide(due.length, places, async (index) => {
			const { id, one, time } = due[index];
			const current = read.get(id);
			if (current) return [foundIn(current, one, time)];
			const path = `${account}/conversations/${id}`;
			const row = (await unlessGone(send({ method: 'GET', path }))) as IDataObject | undefined;
			if (!row) delete left[id];
			const present = row && (await update(row));
			const isSilent = present?.since === one.since && present.waits === one.waits;
			return row && isSilent ? [foundIn(row, one, time)] : [];
		});
		keep({ about, begun, until: now, silences: left } satisfies Kept);
		return found.flat();
	},
};
