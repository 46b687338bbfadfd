import { account, conversation, nothing, operation } from '../../../shared/vocabulary';

export const unmute = operation({
	name: 'Unmute',
	action: 'Unmute a conversation',
	gives: 'Returns the ID of the unmuted conversation',
	description: 'Unblocks the contact in all inboxes; the conversation stays resolved',
	request: 'POST /api/v1/accounts/{account_id}/conversations/{conversation_id}/unmute',
	path: [account(), conversation()],
	reply: nothing,
});
