import { account, inbox, operation, records, whole } from '../../../shared/vocabulary';

export const getMembers = operation({
	name: 'Get Members',
	action: 'Get the members of an inbox',
	request: 'GET /api/v1/accounts/{account_id}/inbox_members/{inbox_id}',
	path: [account(), inbox()],
	reply: records('payload', whole),
});
