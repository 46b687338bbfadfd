import { account, hook, operation } from '../../../shared/vocabulary';

export const disconnect = operation({
	name: 'Disconnect',
	action: 'Disconnect an integration',
	gives: 'Returns the ID of the removed connection',
	needs: { role: 'administrator' },
	description: 'Also removes its keys',
	request: 'DELETE /api/v1/accounts/{account_id}/integrations/hooks/{hook_id}',
	path: [account(), hook()],
});
