import type { Call } from '../vocabulary/call';

/**
 * Looks repeatedly until there is a result, because Chatwoot does much in the background.
 * @param pauses before each look; in milliseconds
 * @returns undefined if the last look found nothing. Throws if the execution is stopped
 */
export async function pollUntilFound<T>(
	{ host }: Call,
	pauses: number[],
	read: () => Promise<T | undefined>,
): Promise<T | undefined> {
	for (const pause of pauses) {
		if (pause) await host.wait(pause);
		const found = await read();
		if (found !== undefined) return found;
	}
	return undefined;
}
