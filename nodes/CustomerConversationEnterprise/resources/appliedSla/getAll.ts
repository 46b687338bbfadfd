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

export const getAll = operation({
	name: 'Get Many',
	action: 'Get many conversations that missed an SLA',
	gives: 'One item for each missed SLA, with its conversation',
	needs: { role: 'administrator', edition: 'enterprise' },
	description:
		'Misses alone, found by the service every five minutes. The period is about when the SLA was applied. From Chatwoot 4.16 on without blocked contacts.',
	request: 'GET /api/v1/accounts/{account_id}/applied_slas',
	path: [account()],
	query: filters(),
	options: [optional(zone())],
	reply: simplified(
		records('payload', byPage(25, 'meta.count', { unordered: 'applied_sla.id' })),
		APPLIED_SLA,
	),
});
