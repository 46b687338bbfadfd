import { account, agents, inbox, operation } from '../../../shared/vocabulary';

export const removeMembers = operation({
	name: 'Remove Members',
	action: 'Remove members from an inbox',
	gives: 'Whether the agents were taken out',
	needs: { role: 'administrator' },
	description: 'Passes over agents that are no members',
	request: 'DELETE /api/v1/accounts/{account_id}/inbox_members',
	path: [account()],
	body: [inbox(), agents('user_ids')],
});
