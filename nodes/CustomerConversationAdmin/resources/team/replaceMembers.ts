import {
	account,
	AGENT,
	agents,
	choice,
	fixed,
	listIn,
	operation,
	simplified,
	team,
} from '../../../shared/vocabulary';

export const replaceMembers = operation({
	name: 'Replace Members',
	action: 'Replace the members of a team',
	gives: 'Returns one item with all current members of the team',
	needs: { role: 'administrator' },
	description: 'Removes all members that you do not choose',
	request: 'PATCH /api/v1/accounts/{account_id}/teams/{team_id}/team_members',
	path: [account(), team()],
	body: [
		choice('replace_with', {
			chosen: { name: 'Chosen Agents', parts: [agents('user_ids')] },
			none: { name: 'No Agents (Remove All)', parts: [fixed({ user_ids: [] })] },
		}),
	],
	reply: simplified(listIn('members'), { members: ['members', AGENT] }),
});
