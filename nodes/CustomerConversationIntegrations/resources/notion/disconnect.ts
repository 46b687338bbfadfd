import { account, operation } from '../../../shared/vocabulary';

export const disconnect = operation({
	name: 'Disconnect',
	action: 'Disconnect notion',
	gives: 'Returns success after it is disconnected',
	needs: { role: 'administrator', roleSince: '4.16', since: '4.4' },
	description: 'You can only connect it again in the dashboard',
	request: 'DELETE /api/v1/accounts/{account_id}/integrations/notion',
	path: [account()],
});
