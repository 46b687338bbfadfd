import { account, operation, webhook } from '../../../shared/vocabulary';

export const deleteWebhook = operation({
	name: 'Delete',
	action: 'Delete a webhook',
	gives: 'Returns the ID of the deleted webhook',
	needs: { role: 'administrator' },
	request: 'DELETE /api/v1/accounts/{account_id}/webhooks/{webhook_id}',
	path: [account(), webhook()],
});
