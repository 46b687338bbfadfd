import type { Call } from '../vocabulary/call';
import { isKnownSince, versionOf } from '../vocabulary/release';
import { isPrivateHost } from '../privateHost';

/**
 * Why Chatwoot will never call this address, although it accepts it silently. The release is only read if the
 * address is private; an unknown release is no reason.
 * @returns a sentence without a full stop; undefined if Chatwoot may call the address
 */
export async function unreached(
	address: string,
	service: Pick<Call, 'getOnce'>,
): Promise<string | undefined> {
	const url = URL.canParse(address) ? new URL(address) : undefined;
	if (!url || !isPrivateHost(url.hostname)) return undefined;
	const [outcome] = await Promise.allSettled([versionOf(service)]);
	const version = outcome.status === 'fulfilled' ? outcome.value : undefined;
	if (!isKnownSince(version, '4.14')) return undefined;
	return `Chatwoot ${version} does not call private addresses such as ${url.origin} unless SAFE_FETCH_ALLOW_PRIVATE_NETWORK=true is set in its environment (4.14.1 or later)`;
}

/** Shows a hint if Chatwoot accepts this address, but will never call it. @param address what was set, if anything */
export async function hintIfUnreached(call: Call, address: unknown): Promise<void> {
	const why = typeof address === 'string' ? await unreached(address, call) : undefined;
	if (why) call.host.hint(`${why}.`);
}
