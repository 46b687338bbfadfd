import type { Call } from '../vocabulary/call';

/**
 * Looks until there is something, since the service does much in the background.
 * @param pauses before each look, in milliseconds
 * @returns nothing where there was none at the last look; throws once the execution is stopped
 */
export async function lookAfter<T>(
	{ host }: Call,
	pauses: number[],
	look: () => Promise<T | undefined>,
): Promise<T | undefined> {
	for (const pause of pauses) {
		if (pause) await host.wait(pause);
		const found = await look();
		if (found !== undefined) return found;
	}
	return undefined;
}
