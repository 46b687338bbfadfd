import { account, assistant, operation, scenario } from '../../../shared/vocabulary';

export const deleteScenario = operation({
	name: 'Delete',
	action: 'Delete a scenario',
	gives: 'Returns the ID of the deleted scenario',
	needs: { role: 'administrator', edition: 'enterprise', since: '4.4' },
	request:
		'DELETE /api/v1/accounts/{account_id}/captain/assistants/{assistant_id}/scenarios/{scenario_id}',
	path: [account(), assistant(), scenario()],
});
