import { account, conversation, operation } from '../../../shared/vocabulary';

export const deleteConversation = operation({
	name: 'Delete',
	action: 'Delete a conversation',
	gives: 'Returns the ID of the deleted conversation',
	needs: { role: 'administrator', since: '4.3' },
	description:
		'Chatwoot deletes it in the background within seconds. Limited to 60 per minute per account; further deletions wait.',
	request: 'DELETE /api/v1/accounts/{account_id}/conversations/{conversation_id}',
	path: [account(), conversation()],
});
