import {
	account,
	campaign,
	CAMPAIGN,
	includeSecrets,
	operation,
	optional,
	record,
	simplified,
} from '../../../shared/vocabulary';
import { namingCampaign } from './parts/sending';

export const get = operation({
	name: 'Get',
	action: 'Get a campaign',
	gives: 'Returns the campaign with its inbox, sender, audience and status',
	needs: { role: 'administrator' },
	request: 'GET /api/v1/accounts/{account_id}/campaigns/{campaign_id}',
	path: [account(), campaign()],
	options: [optional(includeSecrets())],
	reply: simplified(record(), CAMPAIGN),
	run: namingCampaign,
});
