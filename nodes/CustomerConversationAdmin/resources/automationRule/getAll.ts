import {
	account,
	includeSecrets,
	operation,
	optional,
	records,
	simplified,
	whole,
} from '../../../shared/vocabulary';

export const getAll = operation({
	name: 'Get Many',
	action: 'Get many automation rules',
	gives: 'Returns one item per rule',
	needs: { role: 'administrator' },
	request: 'GET /api/v1/accounts/{account_id}/automation_rules',
	path: [account()],
	options: [optional(includeSecrets())],
	reply: simplified(records('payload', whole), 'all'),
});
