import { account, conversation, operation } from '../../../shared/vocabulary';

export const deleteDraft = operation({
	name: 'Delete Draft',
	action: 'Delete the draft of a conversation',
	gives: "Returns the conversation's ID after the draft is deleted",
	description: 'All agents share one draft',
	request: 'DELETE /api/v1/accounts/{account_id}/conversations/{conversation_id}/draft_messages',
	path: [account(), conversation()],
});
