import type { IDataObject } from 'n8n-workflow';
import type { Call } from '../vocabulary/call';
import { isKnownSince, versionOf } from '../vocabulary/release';
import { isPrivateHost } from '../privateHost';
import { parsedUrl } from '../values';

/**
 * Why Chatwoot will never call this address, although it accepts it silently. The release is only read if the
 * address is private; an unknown release is no reason.
 * @returns a sentence without a full stop; undefined if Chatwoot may call the address
 */
export async function unreached(
	address: string,
	service: Pick<Call, 'getOnce'>,
): Promise<string | undefined> {
	const url = parsedUrl(address);
	if (!url || !isPrivateHost(url.hostname)) return undefined;
	const [outcome] = await Promise.allSettled([versionOf(service)]);
	const version = outcome.status === 'fulfilled' ? outcome.value : undefined;
	if (!isKnownSince(version, '4.14')) return undefined;
	const since = isKnownSince(version, '4.14.1') ? '' : ' (4.14.1 or later)';
	return `Chatwoot ${version} does not call private addresses such as ${url.origin} unless SAFE_FETCH_ALLOW_PRIVATE_NETWORK=true is set in its environment${since}`;
}

/** The addresses that the actions of a rule or a macro call. */
export function calledBy({ actions, actions_rows: rows = [] }: IDataObject): unknown[] {
	const all = (actions ?? rows) as Array<{ action_name: string; action_params?: unknown[] }>;
	return all
		.filter(({ action_name }) => action_name === 'send_webhook_event')
		.flatMap(({ action_params = [] }) => action_params);
}

/**
 * For `run`: a hint says if Chatwoot accepts an address that it will never call.
 * @param addressesIn the values of the fields
 * @param task replaces the single request
 */
export const hintingUnreached =
	(
		addressesIn: (values: IDataObject) => unknown[],
		task = async (call: Call) => await call.records(),
	) =>
	async (call: Call): Promise<IDataObject[]> => {
		const records = await task(call);
		for (const address of addressesIn(call.values)) {
			const reason = await unreached(String(address), call);
			if (reason) call.host.hint(`${reason}.`);
		}
		return records;
	};
