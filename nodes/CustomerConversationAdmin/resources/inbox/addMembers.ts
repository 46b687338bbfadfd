import {
	account,
	AGENT,
	agents,
	inbox,
	listIn,
	operation,
	simplified,
} from '../../../shared/vocabulary';
import { membersOf } from './parts/members';

export const addMembers = operation({
	name: 'Add Members',
	action: 'Add members to an inbox',
	gives: 'Returns one item with the members of the inbox',
	needs: { role: 'administrator' },
	request: 'POST /api/v1/accounts/{account_id}/inbox_members',
	path: [account()],
	body: [inbox(), agents('user_ids')],
	reply: simplified(listIn('members', 'payload'), { members: ['members', AGENT] }),
	run: membersOf,
});
