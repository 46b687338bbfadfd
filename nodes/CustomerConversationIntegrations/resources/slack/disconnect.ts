import { account, operation } from '../../../shared/vocabulary';

export const disconnect = operation({
	name: 'Disconnect',
	action: 'Disconnect slack',
	gives: 'Success once it is disconnected',
	needs: { role: 'administrator' },
	description: 'Only the dashboard can connect it again',
	request: 'DELETE /api/v1/accounts/{account_id}/integrations/slack',
	path: [account()],
});
