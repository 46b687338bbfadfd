import {
	account,
	inbox,
	includeSecrets,
	inside,
	operation,
	optional,
	own,
	records,
	simplified,
	whole,
} from '../../../shared/vocabulary';

export const getCampaigns = operation({
	name: 'Get Campaigns',
	action: 'Get the campaigns of an inbox',
	gives: 'One item for each campaign of the inbox',
	needs: { role: 'administrator' },
	request: 'GET /api/v1/accounts/{account_id}/inboxes/{inbox_id}/campaigns',
	path: [account(), inbox()],
	options: [optional(includeSecrets())],
	reply: simplified(records('', whole), {
		...own('id', 'title', 'description', 'message', 'campaign_type', 'campaign_status', 'enabled'),
		inbox_id: 'inbox.id',
		inbox_name: 'inbox.name',
		...inside('trigger_rules', own('url', 'time_on_page')),
		...own('trigger_only_during_business_hours', 'created_at', 'updated_at'),
	}),
});
