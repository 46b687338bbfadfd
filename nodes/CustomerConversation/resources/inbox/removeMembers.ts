import { account, agents, inbox } from '../../../shared/locators';
import { operation } from '../../../shared/operation';

export const removeMembers = operation({
	name: 'Remove Members',
	action: 'Remove members from an inbox',
	description: 'For administrators. Passes over agents that are no members.',
	request: 'DELETE /api/v1/accounts/{account_id}/inbox_members',
	path: [account()],
	body: [inbox(), agents('user_ids')],
});
