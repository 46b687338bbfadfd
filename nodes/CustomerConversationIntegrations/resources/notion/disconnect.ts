import { account, operation } from '../../../shared/vocabulary';

export const disconnect = operation({
	name: 'Disconnect',
	action: 'Disconnect notion',
	gives: 'Success once it is disconnected',
	needs: { role: 'administrator', roleSince: '4.16', since: '4.4' },
	description: 'Only the dashboard can connect it again',
	request: 'DELETE /api/v1/accounts/{account_id}/integrations/notion',
	path: [account()],
});
