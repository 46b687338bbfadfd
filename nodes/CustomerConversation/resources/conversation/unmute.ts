import { account, conversation, operation } from '../../../shared/vocabulary';

export const unmute = operation({
	name: 'Unmute',
	action: 'Unmute a conversation',
	gives: "The conversation's ID, once it is no longer muted",
	description: 'Unblocks the contact in every inbox; the conversation stays resolved',
	request: 'POST /api/v1/accounts/{account_id}/conversations/{conversation_id}/unmute',
	path: [account(), conversation()],
});
