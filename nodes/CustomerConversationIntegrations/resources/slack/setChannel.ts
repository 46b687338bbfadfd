import { account, operation, slackChannel } from '../../../shared/vocabulary';

export const setChannel = operation({
	name: 'Set Channel',
	action: 'Set the channel of slack',
	gives: 'Returns the integration with its connection',
	needs: { role: 'administrator' },
	description: 'From then on, conversations are posted in this channel',
	request: 'PATCH /api/v1/accounts/{account_id}/integrations/slack',
	path: [account()],
	body: [slackChannel('reference_id')],
});
