import { account, agent, operation } from '../../../shared/vocabulary';

export const deleteAgent = operation({
	name: 'Delete',
	action: 'Delete an agent',
	gives: 'The ID of the deleted agent',
	needs: { role: 'administrator' },
	description:
		'A person who is in no other account is deleted altogether. The service takes 50 a day of an account.',
	request: 'DELETE /api/v1/accounts/{account_id}/agents/{agent_id}',
	path: [account(), agent()],
});
