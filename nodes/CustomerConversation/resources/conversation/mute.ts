import { account, conversation, nothing, operation } from '../../../shared/vocabulary';

export const mute = operation({
	name: 'Mute',
	action: 'Mute a conversation',
	gives: 'Returns the ID of the muted conversation',
	description: 'Resolves the conversation and blocks the contact in all inboxes',
	request: 'POST /api/v1/accounts/{account_id}/conversations/{conversation_id}/mute',
	path: [account(), conversation()],
	reply: nothing,
});
