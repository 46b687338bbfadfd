import type { IDataObject } from 'n8n-workflow';
import { ServiceError } from '../../../shared/faults';
import { isOff } from '../../../shared/tasks/features';
import {
	account,
	anyTimeOrPeriod,
	byPage,
	NEWEST_FIRST,
	operation,
	optional,
	records,
	simplified,
	zone,
	type Call,
} from '../../../shared/vocabulary';
import { ENTRY, inWords } from './parts/words';

/** Newest first; pages have 15 entries on older releases. */
const ENTRIES = records('audit_logs', byPage(25, NEWEST_FIRST, { total: 'total_entries' }));

/** The entries of a period. The service has no filter, so the list is read back to the start of the period. */
async function within({ request, list, values, host }: Call): Promise<IDataObject[]> {
	const since = Number(values.since);
	const isBefore = ({ created_at }: IDataObject) => Number(created_at) < since;
	const rows = await list(request, ENTRIES, isBefore);
	const found = rows.filter(
		(row) => !isBefore(row) && Number(row.created_at) < Number(values.until),
	);
	const begin = Number(values.start_after ?? 0);
	return found.slice(begin, begin + host.limit());
}

/** Every account has entries, but without the feature the service answers 200 with an empty list. */
async function checkFeature(call: Call): Promise<void> {
	if (!(await isOff(call, 'audit_logs'))) return;
	throw new ServiceError('The account does not have the feature Audit Logs', {
		status: 200,
		hint: 'Chatwoot keeps recording changes, and shows them once the feature is enabled.',
	});
}

export const getAll = operation({
	name: 'Get Many',
	action: 'Get many audit log entries',
	gives: 'Returns one item per change, newest first: who did what to which record',
	needs: { role: 'administrator', edition: 'enterprise', feature: 'Audit Logs' },
	request: 'GET /api/v1/accounts/{account_id}/audit_logs',
	path: [account()],
	options: [...anyTimeOrPeriod(), optional(zone())],
	reply: simplified(ENTRIES, ENTRY),
	run: async (call) => {
		const { values } = call;
		const rows = values.since === undefined ? await call.records() : await within(call);
		if (rows.length === 0) await checkFeature(call);
		return values.simplify === false ? rows : rows.map(inWords);
	},
});
