import { ServiceError } from '../faults';
import { at } from '../values';
import type { Call } from './call';

/**
 * The version of the server, such as `4.16.2`, which is requested once per execution. Undefined if the
 * reply has none.
 */
export async function versionOf({ getOnce }: Pick<Call, 'getOnce'>): Promise<string | undefined> {
	const version = at(await getOnce('/api'), 'version');
	return typeof version === 'string' && /^\d+\.\d+/.test(version) ? version : undefined;
}

/** Unix time in seconds by Chatwoot's clock, which also sets the times of records. */
export async function timeOf({ send }: Pick<Call, 'send'>): Promise<number> {
	const timestamp = at(await send({ method: 'GET', path: '/api' }), 'timestamp');
	const time = Date.parse(`${String(timestamp).replace(' ', 'T')}Z`) / 1000;
	if (Number.isFinite(time)) return time;
	throw new ServiceError('Chatwoot did not report its time', {
		hint: 'GET /api must reach Chatwoot itself and return its version and timestamp.',
	});
}

/** Whether a version is this release, such as `4.14`, or a later one. An unknown version counts as the newest. */
export function isSince(version: string | undefined, release: string): boolean {
	if (version === undefined) return true;
	const [actual, wanted] = [version, release].map((text) => (text.match(/\d+/g) ?? []).map(Number));
	const index = wanted.findIndex((number, position) => number !== (actual[position] ?? 0));
	return index < 0 || (actual[index] ?? 0) > wanted[index];
}

/** The same, but an unknown version counts as an old one. */
export const isKnownSince = (version: string | undefined, release: string): boolean =>
	version !== undefined && isSince(version, release);
