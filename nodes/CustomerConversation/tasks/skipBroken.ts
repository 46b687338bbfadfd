import type { IDataObject } from 'n8n-workflow';
import { ServiceError } from '../../shared/faults';
import {
	byPage,
	flag,
	NEWEST_FIRST,
	records,
	sentConditions,
	type Call,
} from '../../shared/vocabulary';

/** Reads filtered conversations around those that have lost their contact: with one of them Chatwoot answers 500. */

export const skipBroken = () =>
	flag('skip_broken', {
		hint: 'Whether to leave out conversations without a contact if Chatwoot fails on them. Then the IDs of all conversations are read first, 15 with each request.',
	});

/** The search joins contacts, so it has each conversation but those without a contact, whatever their status. */
const SEARCHED = records('payload.conversations', byPage(15, NEWEST_FIRST));

const idsWithContact = async ({ list, once, values }: Call): Promise<string[]> =>
	await once(`conversations with a contact ${String(values.account_id)}`, async () => {
		const path = `/api/v1/accounts/${String(values.account_id)}/search/conversations`;
		const rows = await list({ method: 'GET', path, query: { q: '%' } }, SEARCHED);
		// As text: Chatwoot answers 500 to some conditions with numbers.
		return rows.map(({ id }) => String(id));
	});

/** These conditions, for conversations with these IDs alone. Chatwoot reads `a or b and c` as SQL does. */
function among(conditions: IDataObject[], ids: string[]): IDataObject[] {
	const isOneOf = (query_operator: string | null): IDataObject => ({
		attribute_key: 'display_id',
		filter_operator: 'equal_to',
		values: ids,
		query_operator,
	});
	if (!conditions.length) return [isOneOf(null)];
	return conditions.flatMap((condition, index) => {
		const isLast = index === conditions.length - 1;
		const next = isLast ? null : String(condition.query_operator);
		return next && next.toLowerCase() !== 'or'
			? [condition]
			: [{ ...condition, query_operator: 'and' }, isOneOf(next)];
	});
}

/** Returns the filtered conversations; with Skip Broken on, without those that have lost their contact. */
export const filteredAroundBroken = async (call: Call): Promise<IDataObject[]> =>
	await call.records().catch(async (error: unknown) => {
		const isBroken = error instanceof ServiceError && error.status === 500;
		if (!call.values.skip_broken || !isBroken) throw error;
		const ids = await idsWithContact(call);
		const payload = among(sentConditions(call, 'payload') as IDataObject[], ids);
		const body = { ...call.request.body, payload };
		const rows = ids.length ? await call.records({ ...call.request, body }) : [];
		call.host.hint(
			'Conversations that have lost their contact are left out: Chatwoot cannot list them.',
		);
		return rows;
	});
