import { choice, fixed } from '../../../shared/fields';
import { account, agents, team } from '../../../shared/locators';
import { listIn, operation } from '../../../shared/operation';

export const replaceMembers = operation({
	name: 'Replace Members',
	action: 'Replace the members of a team',
	description: 'For administrators. Removes every member that is not chosen.',
	request: 'PATCH /api/v1/accounts/{account_id}/teams/{team_id}/team_members',
	path: [account(), team()],
	body: [
		choice('replace_with', {
			chosen: { name: 'Chosen Agents', parts: [agents('user_ids')] },
			none: { name: 'No Agents (Remove All)', parts: [fixed({ user_ids: [] })] },
		}),
	],
	reply: listIn('members'),
});
