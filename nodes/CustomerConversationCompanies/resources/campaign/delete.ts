import { account, campaign, operation } from '../../../shared/vocabulary';
import { namingCampaign } from './parts/sending';

export const deleteCampaign = operation({
	name: 'Delete',
	action: 'Delete a campaign',
	gives: 'Returns the ID of the deleted campaign',
	needs: { role: 'administrator' },
	request: 'DELETE /api/v1/accounts/{account_id}/campaigns/{campaign_id}',
	path: [account(), campaign()],
	run: namingCampaign,
});
