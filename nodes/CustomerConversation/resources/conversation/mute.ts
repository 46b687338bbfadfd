import { account, conversation, operation } from '../../../shared/vocabulary';

export const mute = operation({
	name: 'Mute',
	action: 'Mute a conversation',
	gives: "The conversation's ID, once it is muted",
	description: 'Resolves the conversation and blocks the contact in every inbox',
	request: 'POST /api/v1/accounts/{account_id}/conversations/{conversation_id}/mute',
	path: [account(), conversation()],
});
