import { account, operation, slaPolicy } from '../../../shared/vocabulary';
import { knownBefore } from './parts/known';

export const deleteSlaPolicy = operation({
	name: 'Delete',
	action: 'Delete an SLA policy',
	gives: 'Returns the ID of the deleted policy',
	needs: { role: 'administrator', edition: 'enterprise' },
	description:
		'Within seconds it is removed from conversations, and its results from the lists and metrics of missed SLAs',
	request: 'DELETE /api/v1/accounts/{account_id}/sla_policies/{sla_policy_id}',
	path: [account(), slaPolicy()],
	run: knownBefore,
});
