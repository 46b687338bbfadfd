import { includeSecrets, optional } from '../../../shared/fields';
import { account, inbox } from '../../../shared/locators';
import { operation, records, whole } from '../../../shared/operation';

export const getCampaigns = operation({
	name: 'Get Campaigns',
	action: 'Get the campaigns of an inbox',
	description: 'For administrators',
	request: 'GET /api/v1/accounts/{account_id}/inboxes/{inbox_id}/campaigns',
	path: [account(), inbox()],
	options: [optional(includeSecrets())],
	reply: records('', whole),
});
