import {
	account,
	AGENT,
	agents,
	choice,
	fixed,
	inbox,
	listIn,
	operation,
	simplified,
} from '../../../shared/vocabulary';
import { membersOf } from './parts/members';

export const replaceMembers = operation({
	name: 'Replace Members',
	action: 'Replace the members of an inbox',
	gives: 'Returns one item with the new members of the inbox',
	needs: { role: 'administrator' },
	description: 'Removes all members that you do not choose',
	request: 'PATCH /api/v1/accounts/{account_id}/inbox_members',
	path: [account()],
	body: [
		inbox(),
		choice('replace_with', {
			chosen: { name: 'Chosen Agents', parts: [agents('user_ids')] },
			none: { name: 'No Agents (Remove All)', parts: [fixed({ user_ids: [] })] },
		}),
	],
	reply: simplified(listIn('members', 'payload'), { members: ['members', AGENT] }),
	run: membersOf,
});
