import {
	account,
	CAMPAIGN,
	inbox,
	includeSecrets,
	operation,
	optional,
	records,
	simplified,
	whole,
} from '../../../shared/vocabulary';

export const getCampaigns = operation({
	name: 'Get Campaigns',
	action: 'Get the campaigns of an inbox',
	gives: 'Returns one item per campaign of the inbox',
	needs: { role: 'administrator' },
	request: 'GET /api/v1/accounts/{account_id}/inboxes/{inbox_id}/campaigns',
	path: [account(), inbox()],
	options: [optional(includeSecrets())],
	reply: simplified(records('', whole), CAMPAIGN),
});
