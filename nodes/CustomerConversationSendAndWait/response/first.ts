/** Questions that were just answered, with the time when they are forgotten again. */
const answered = new Map<string, number>();

/**
 * Whether this is the first response to a question. n8n 1.123 starts the rest of the workflow twice if two
 * responses arrive at once. Once the execution runs, n8n itself refuses further ones.
 */
export function isFirst(wait: string): boolean {
	const now = Date.now();
	for (const [known, until] of answered) if (until < now) answered.delete(known);
	if (answered.has(wait)) return false;
	answered.set(wait, now + 60_000);
	return true;
}
