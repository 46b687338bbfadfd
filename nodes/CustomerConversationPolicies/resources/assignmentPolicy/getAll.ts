import { account, operation, records, simplified, whole } from '../../../shared/vocabulary';

export const getAll = operation({
	name: 'Get Many',
	action: 'Get many assignment policies',
	gives: 'Returns one item per policy, with its number of inboxes',
	needs: { role: 'administrator', since: '4.6' },
	request: 'GET /api/v1/accounts/{account_id}/assignment_policies',
	path: [account()],
	reply: simplified(records('', whole), 'all'),
});
