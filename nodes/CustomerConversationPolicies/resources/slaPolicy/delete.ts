import { account, operation, slaPolicy } from '../../../shared/vocabulary';
import { knownBefore } from './parts/known';

export const deleteSlaPolicy = operation({
	name: 'Delete',
	action: 'Delete an SLA policy',
	gives: 'The ID of the deleted policy',
	needs: { role: 'administrator', edition: 'enterprise' },
	description:
		'Conversations lose it within seconds, and all its applied SLAs are gone from the figures',
	request: 'DELETE /api/v1/accounts/{account_id}/sla_policies/{sla_policy_id}',
	path: [account(), slaPolicy()],
	run: knownBefore,
});
