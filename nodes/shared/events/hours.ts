import { OpeningHours } from '../time/openingHours';
import { rowsOf } from '../transport/pages';
import type { Service } from '../transport/request';

/** The opening hours of an inbox. Events without an inbox, and unknown inboxes, have none: always open. */
export type HoursOf = (inboxId: unknown) => OpeningHours;

const ALWAYS = new OpeningHours({});

export const alwaysOpen: HoursOf = () => ALWAYS;

/** Reads the hours of all inboxes that the token's user sees. @param account path of the account */
export async function readHours(send: Service['send'], account: string): Promise<HoursOf> {
	const rows = rowsOf(await send({ method: 'GET', path: `${account}/inboxes` }));
	const hours = new Map<unknown, OpeningHours>(rows.map((row) => [row.id, new OpeningHours(row)]));
	return (inboxId) => hours.get(inboxId) ?? ALWAYS;
}
