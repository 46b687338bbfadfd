import { setNewest } from '../shared/values';

/** Number of events that this process remembers, for all its triggers. */
const MOST = 20_000;

/** Number of events that are stored with the workflow, for other processes and the next start. */
const MOST_STORED = 500;

/**
 * Milliseconds for which a process stores its events again with later ones: n8n stores the data of a workflow as
 * a whole, so a delivery that another process handled at the same time may have removed them.
 */
const REPEATED = 60_000;

/** The part of the data stored with the workflow that is about repeats. */
interface Stored {
	/** Keys of the last events; those of events that may happen again begin with `ENDED`. */
	seen?: string[];
}

/** Before the stored key of an event that ended: a process that has seen the event must forget it. */
const ENDED = '!';

/** Events, and whether n8n has started the workflow with them. */
const known = new Map<string, Promise<boolean>>();

/** What this process knows of a trigger. */
interface Latest {
	/** The last events that it handed to n8n, the newest last, with their times. */
	events: Array<{ key: string; at: number }>;
	/** The data of calls that n8n has not answered: it stores each as a whole, in any order. */
	open: Set<Stored>;
	/** Events that n8n could not start the workflow with, although another call may have stored them. */
	failed: Set<string>;
}

const latest = new Map<string, Latest>();

function latestOf(trigger: string): Latest {
	const found = latest.get(trigger) ?? { events: [], open: new Set(), failed: new Set() };
	latest.set(trigger, found);
	return found;
}

const nameOf = (trigger: string, key: string) => `${trigger} ${key}`;

/**
 * Whether this trigger has already seen the event. An event is only remembered if n8n starts the workflow
 * with it; while n8n is still busy with it, repeated deliveries wait.
 * @param isStarted resolves to whether n8n has started the workflow
 */
export async function isRepeat(
	trigger: string,
	key: string,
	{ seen = [] }: Stored,
	isStarted: Promise<boolean>,
): Promise<boolean> {
	const name = nameOf(trigger, key);
	if (seen.includes(ENDED + key)) forget(trigger, key);
	for (let earlier = known.get(name); earlier; earlier = known.get(name))
		if (await earlier) return true;
	if (seen.includes(key) && !latest.get(trigger)?.failed.has(key)) return true;
	setNewest(known, name, isStarted, MOST);
	// Both at once, and before any call that waits goes on: it may have the key among its stored ones.
	void isStarted.then((holds) => {
		if (holds) return;
		known.delete(name);
		latestOf(trigger).failed.add(key);
	});
	return false;
}

/** Forgets an event, because it may happen again. */
function forget(trigger: string, ended: string): void {
	known.delete(nameOf(trigger, ended));
	const found = latestOf(trigger);
	found.events = found.events.filter(({ key }) => key !== ended);
}

/** Forgets an event that ended, in the stored data as well. */
export function forgetEvent(trigger: string, ended: string, stored: Stored): void {
	forget(trigger, ended);
	if (stored.seen?.includes(ended))
		stored.seen = [...stored.seen.filter((key) => key !== ended), ENDED + ended];
}

/**
 * Stores events that are handed to n8n, also with the calls that n8n has not answered.
 * @param isStarted resolves to whether n8n has started the workflow
 */
export function remember(
	trigger: string,
	keys: string[],
	stored: Stored,
	isStarted: Promise<boolean>,
): void {
	const found = latestOf(trigger);
	const added = keys.map((key) => ({ key, at: Date.now() }));
	found.events = [...found.events, ...added].slice(-MOST_STORED);
	for (const key of keys) found.failed.delete(key);
	found.open.add(stored);
	for (const call of found.open) call.seen = withKeys(found, keys, call);
	void isStarted.then((holds) => {
		found.open.delete(stored);
		if (holds) return;
		found.events = found.events.filter((one) => !added.includes(one));
		for (const call of found.open) call.seen = withKeys(found, [], call);
	});
}

/** Stores the events of the last minute again if they are missing, whatever the call is about. */
export function restore(trigger: string, stored: Stored): void {
	const found = latest.get(trigger);
	if (!found) return;
	const present = new Set(stored.seen);
	if (recentOf(found, present).some((key) => !present.has(key)))
		stored.seen = withKeys(found, [], stored);
}

/** What this process handed to n8n in the last minute, without what has ended. */
function recentOf({ events }: Latest, present: Set<string>): string[] {
	const since = Date.now() - REPEATED;
	return events
		.filter(({ key, at }) => at > since && !present.has(ENDED + key))
		.map(({ key }) => key);
}

/** The keys to store with new ones, the newest last. */
function withKeys(found: Latest, keys: string[], { seen = [] }: Stored): string[] {
	const present = new Set(seen.filter((key) => !found.failed.has(key)));
	const recent = recentOf(found, present);
	for (const key of keys) present.delete(ENDED + key);
	return [...new Set([...present, ...recent, ...keys])].slice(-MOST_STORED);
}
