import { account, conversation, operation } from '../../../shared/vocabulary';

export const unmute = operation({
	name: 'Unmute',
	action: 'Unmute a conversation',
	gives: "The conversation's ID, and that it is muted no more",
	description: 'Unblocks the contact in every inbox; the conversation stays resolved',
	request: 'POST /api/v1/accounts/{account_id}/conversations/{conversation_id}/unmute',
	path: [account(), conversation()],
});
