import { account, operation, records, whole } from '../../../shared/vocabulary';

export const getAll = operation({
	name: 'Get Many',
	action: 'Get many automation rules',
	needs: { role: 'administrator' },
	request: 'GET /api/v1/accounts/{account_id}/automation_rules',
	path: [account()],
	reply: records('payload', whole),
});
