import { account, conversation, operation } from '../../../shared/vocabulary';

export const deleteConversation = operation({
	name: 'Delete',
	action: 'Delete a conversation',
	gives: 'The ID of the deleted conversation',
	needs: { role: 'administrator', since: '4.3' },
	description:
		'Done in the background within seconds. The service takes 60 a minute of an account: more wait.',
	request: 'DELETE /api/v1/accounts/{account_id}/conversations/{conversation_id}',
	path: [account(), conversation()],
});
