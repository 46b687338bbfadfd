import { account, operation, records, whole } from '../../../shared/vocabulary';

export const getChannels = operation({
	name: 'Get Channels',
	action: 'Get the channels of slack',
	gives: 'Returns one item per channel of the Slack workspace',
	needs: { role: 'administrator' },
	request: 'GET /api/v1/accounts/{account_id}/integrations/slack/list_all_channels',
	path: [account()],
	reply: records('', whole),
});
