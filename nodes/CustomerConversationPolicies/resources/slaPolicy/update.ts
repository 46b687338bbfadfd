import { account, operation, optional, slaPolicy, stored, text } from '../../../shared/vocabulary';
import { details } from './parts/fields';
import { known } from './parts/known';

export const update = operation({
	name: 'Update',
	action: 'Update an SLA policy',
	gives: 'Returns the updated policy',
	needs: { role: 'administrator', edition: 'enterprise' },
	request: 'PATCH /api/v1/accounts/{account_id}/sla_policies/{sla_policy_id}',
	path: [account(), slaPolicy()],
	body: [optional(text('name'), ...details())],
	reply: stored('payload'),
	run: known,
});
