/** Events that this process remembers, of all its triggers together. */
const MOST = 20_000;

/** Events that are kept with the workflow, for other processes and the next start. */
const MOST_KEPT = 100;

/** Whether n8n has started the workflow with it. */
const known = new Map<string, Promise<boolean>>();

/**
 * Whether this trigger has seen the event; remembers it, but not where n8n does not start the workflow
 * with it: then it is new when it comes again. One that n8n is still busy with is waited for. Across
 * processes it is a best effort: n8n gives them no store that they share, and writes the data of a
 * workflow as a whole.
 * @param kept keys that are stored with the workflow
 * @param isStarted tells, once it is known, whether n8n has started the workflow
 */
export async function isRepeat(
	trigger: string,
	key: string,
	kept: string[],
	isStarted: () => Promise<boolean>,
): Promise<boolean> {
	if (kept.includes(key)) return true;
	const name = `${trigger} ${key}`;
	for (let earlier = known.get(name); earlier; earlier = known.get(name))
		if (await earlier) return true;
	const own = isStarted();
	known.set(name, own);
	void own.then((holds) => holds || known.delete(name));
	const [oldest] = known.keys();
	if (known.size > MOST) known.delete(oldest);
	return false;
}

/** The keys to store, the newest last. */
export const keptWith = (kept: string[], key: string): string[] => [...kept, key].slice(-MOST_KEPT);
