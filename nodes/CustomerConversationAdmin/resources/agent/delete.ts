import { account, agent, operation } from '../../../shared/vocabulary';

export const deleteAgent = operation({
	name: 'Delete',
	action: 'Delete an agent',
	gives: 'Returns the ID of the deleted agent',
	needs: { role: 'administrator' },
	description:
		'Deletes the user completely if they are in no other account. Limited to 50 per day per account.',
	request: 'DELETE /api/v1/accounts/{account_id}/agents/{agent_id}',
	path: [account(), agent()],
});
