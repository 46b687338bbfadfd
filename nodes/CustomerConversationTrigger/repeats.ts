/** Number of events that this process remembers, for all its triggers. */
const MOST = 20_000;

/** Number of events that are stored with the workflow, for other processes and the next start. */
const MOST_STORED = 100;

/** Events, and whether n8n has started the workflow with them. */
const known = new Map<string, Promise<boolean>>();

/**
 * Whether this trigger has already seen the event. An event is only remembered if n8n starts the workflow
 * with it; while n8n is still busy with it, repeated deliveries wait. Across processes this is a best effort:
 * they have no shared store, and n8n writes the data of a workflow as a whole.
 * @param storedKeys keys that are stored with the workflow
 * @param isStarted resolves to whether n8n has started the workflow
 */
export async function isRepeat(
	trigger: string,
	key: string,
	storedKeys: string[],
	isStarted: () => Promise<boolean>,
): Promise<boolean> {
	if (storedKeys.includes(key)) return true;
	const name = `${trigger} ${key}`;
	for (let earlier = known.get(name); earlier; earlier = known.get(name))
		if (await earlier) return true;
	const started = isStarted();
	known.set(name, started);
	void started.then((holds) => holds || known.delete(name));
	const [oldest] = known.keys();
	if (known.size > MOST) known.delete(oldest);
	return false;
}

/** Forgets an event, because it may happen again. */
export const forget = (trigger: string, key: string): boolean => known.delete(`${trigger} ${key}`);

/** Adds a key to those that are stored, the newest last. */
export const withKey = (storedKeys: string[], key: string): string[] =>
	[...storedKeys, key].slice(-MOST_STORED);
