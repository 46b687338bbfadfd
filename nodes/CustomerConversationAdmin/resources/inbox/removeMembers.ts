import { account, agents, inbox, operation } from '../../../shared/vocabulary';

export const removeMembers = operation({
	name: 'Remove Members',
	action: 'Remove members from an inbox',
	gives: 'Returns whether the agents were removed',
	needs: { role: 'administrator' },
	description: 'Skips agents who are not members',
	request: 'DELETE /api/v1/accounts/{account_id}/inbox_members',
	path: [account()],
	body: [inbox(), agents('user_ids')],
});
