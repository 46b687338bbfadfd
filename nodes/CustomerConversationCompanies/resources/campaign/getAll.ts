import {
	account,
	CAMPAIGN,
	includeSecrets,
	operation,
	optional,
	records,
	simplified,
	whole,
} from '../../../shared/vocabulary';

export const getAll = operation({
	name: 'Get Many',
	action: 'Get many campaigns',
	gives: 'Returns one item per campaign, in no fixed order',
	needs: { role: 'administrator' },
	request: 'GET /api/v1/accounts/{account_id}/campaigns',
	path: [account()],
	options: [optional(includeSecrets())],
	reply: simplified(records('', whole), CAMPAIGN),
});
