import { account, operation, slackChannel } from '../../../shared/vocabulary';

export const setChannel = operation({
	name: 'Set Channel',
	action: 'Set the channel of slack',
	gives: 'The integration with its connection',
	needs: { role: 'administrator' },
	description: 'Conversations are posted there from then on',
	request: 'PATCH /api/v1/accounts/{account_id}/integrations/slack',
	path: [account()],
	body: [slackChannel('reference_id')],
});
