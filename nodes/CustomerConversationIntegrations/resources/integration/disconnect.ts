import { account, hook, operation } from '../../../shared/vocabulary';

export const disconnect = operation({
	name: 'Disconnect',
	action: 'Disconnect an integration',
	gives: 'The ID of the removed connection',
	needs: { role: 'administrator' },
	description: 'Its keys go with it',
	request: 'DELETE /api/v1/accounts/{account_id}/integrations/hooks/{hook_id}',
	path: [account(), hook()],
});
