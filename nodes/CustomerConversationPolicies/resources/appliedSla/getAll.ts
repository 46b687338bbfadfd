import type { IDataObject } from 'n8n-workflow';
import { unlessOn } from '../../../shared/tasks/features';
import { at } from '../../../shared/values';
import {
	account,
	byPage,
	operation,
	optional,
	records,
	simplified,
	UNORDERED,
	zone,
	type Call,
	type Order,
} from '../../../shared/vocabulary';
import { filters } from './parts/filters';
import { APPLIED_SLA } from './parts/simple';

/** Conversations cannot miss an SLA in an account without SLA policies. */
async function whyNone(call: Call): Promise<string> {
	const { request, getOnce } = call;
	const off = await unlessOn('sla', 'SLA')(call);
	if (off) return off;
	const policies = at(
		await getOnce(request.path.replace('/applied_slas', '/sla_policies')),
		'payload',
	);
	return Array.isArray(policies) && policies.length === 0
		? 'The account has no SLA policy. Add one with SLA Policy → Create.'
		: '';
}

/** A new inbox, assignee or label of a conversation brings it into a filtered list, and no time shows that. */
const order = (query: IDataObject): Order =>
	Object.keys(query).every((key) => ['since', 'until'].includes(key))
		? { ...UNORDERED, times: ['applied_sla.created_at', 'applied_sla.updated_at'] }
		: UNORDERED;

export const getAll = operation({
	name: 'Get Many',
	action: 'Get many conversations that missed an SLA',
	gives: 'Returns one item per missed SLA, with its conversation',
	needs: { role: 'administrator', edition: 'enterprise' },
	description:
		'Chatwoot looks for missed SLAs every five minutes. The period is the time when the SLA was applied. Conversations of blocked contacts are left out since Chatwoot 4.16.',
	request: 'GET /api/v1/accounts/{account_id}/applied_slas',
	path: [account()],
	query: filters(),
	options: [optional(zone())],
	reply: simplified(
		records('payload', byPage(25, order, { total: 'meta.count', id: 'applied_sla.id' })),
		APPLIED_SLA,
	),
	empty: whyNone,
});
