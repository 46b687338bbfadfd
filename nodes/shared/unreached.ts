import { isPrivateHost } from './privateHost';
import { at } from './transport/pages';

/**
 * Why the service will never call a private address: it takes it without a word. Asks for the release
 * only where the address is private; a release that cannot be read is no reason.
 * @param about asks the service for `GET /api`, which needs no token
 * @returns a sentence without a full stop; undefined where it may call
 */
export async function unreached(
	address: string,
	about: () => Promise<unknown>,
): Promise<string | undefined> {
	const url = URL.canParse(address) ? new URL(address) : undefined;
	if (!url || !isPrivateHost(url.hostname)) return undefined;
	const [reply] = await Promise.allSettled([about()]);
	const version = reply.status === 'fulfilled' ? String(at(reply.value, 'version')) : '';
	const [, major, minor] = (/^(\d+)\.(\d+)/.exec(version) ?? []).map(Number);
	if (!(major > 4 || (major === 4 && minor >= 14))) return undefined;
	return `The service (${version}) calls no private address such as ${url.origin} unless SAFE_FETCH_ALLOW_PRIVATE_NETWORK=true is set in its environment (4.14.1 and newer)`;
}
