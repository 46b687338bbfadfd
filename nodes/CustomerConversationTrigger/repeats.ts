/** Events that this process remembers, of all its triggers together. */
const MOST = 20_000;

/** Events that are kept with the workflow, for other processes and the next start. */
const MOST_KEPT = 100;

const known = new Set<string>();

const nameOf = (trigger: string, key: string) => `${trigger} ${key}`;

/**
 * Whether this trigger has seen the event; remembers it. Across processes it is a best effort: n8n
 * gives them no store that they share, and writes the data of a workflow as a whole.
 * @param kept keys that are stored with the workflow
 */
export function isRepeat(trigger: string, key: string, kept: string[]): boolean {
	const name = nameOf(trigger, key);
	if (known.has(name) || kept.includes(key)) return true;
	known.add(name);
	const [oldest] = known;
	if (known.size > MOST) known.delete(oldest);
	return false;
}

/** For an event that the trigger could not take: when it comes again, it is new. */
export function forget(trigger: string, key: string): void {
	known.delete(nameOf(trigger, key));
}

/** The keys to store, the newest last. */
export const keptWith = (kept: string[], key: string): string[] => [...kept, key].slice(-MOST_KEPT);
