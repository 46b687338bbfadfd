import {
	account,
	includeSecrets,
	operation,
	optional,
	records,
	whole,
} from '../../../shared/vocabulary';

export const getAll = operation({
	name: 'Get Many',
	action: 'Get many webhooks',
	needs: { role: 'administrator' },
	request: 'GET /api/v1/accounts/{account_id}/webhooks',
	path: [account()],
	options: [optional(includeSecrets())],
	reply: records('payload.webhooks', whole),
});
