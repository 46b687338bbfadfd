import { ServiceError } from '../../../shared/faults';
import { at } from '../../../shared/values';
import {
	account,
	byPage,
	operation,
	optional,
	records,
	simplified,
	zone,
} from '../../../shared/vocabulary';
import { filters } from './parts/filters';
import { APPLIED_SLA } from './parts/simple';

/** The service gives no order and takes none: a row that comes twice stands in the place of another. */
export const getAll = operation({
	name: 'Get Many',
	action: 'Get many applied SLAs',
	gives: 'One item for each missed SLA, with its conversation',
	needs: { role: 'administrator', edition: 'enterprise' },
	description:
		'Misses alone, found by the service every five minutes. The period is about when the SLA was applied. From Chatwoot 4.16 on without blocked contacts.',
	request: 'GET /api/v1/accounts/{account_id}/applied_slas',
	path: [account()],
	query: filters(),
	options: [optional(zone())],
	reply: simplified(records('payload', byPage(25, 'meta.count')), APPLIED_SLA),
	run: async ({ records: read }) => {
		const rows = await read();
		const ids = rows.map((row) => at(row, 'applied_sla.id'));
		if (new Set(ids).size === ids.length) return rows;
		throw new ServiceError('The list changed while it was read, so that rows are missing', {
			hint: 'Run it again, or read a shorter period.',
		});
	},
});
