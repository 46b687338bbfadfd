import { account, operation } from '../../../shared/vocabulary';

export const disconnect = operation({
	name: 'Disconnect',
	action: 'Disconnect slack',
	gives: 'Returns success after it is disconnected',
	needs: { role: 'administrator' },
	description: 'You can only connect it again in the dashboard',
	request: 'DELETE /api/v1/accounts/{account_id}/integrations/slack',
	path: [account()],
});
