import { account, conversation } from '../../../shared/locators';
import { operation } from '../../../shared/operation';

export const unmute = operation({
	name: 'Unmute',
	action: 'Unmute a conversation',
	description: 'Unblocks the contact in every inbox; the conversation stays resolved',
	request: 'POST /api/v1/accounts/{account_id}/conversations/{conversation_id}/unmute',
	path: [account(), conversation()],
});
