import { account, conversation, operation } from '../../../shared/vocabulary';
import { priority } from './parts/priority';

export const setPriority = operation({
	name: 'Set Priority',
	action: 'Set the priority of a conversation',
	gives: "The conversation's ID, once the priority is set",
	request: 'POST /api/v1/accounts/{account_id}/conversations/{conversation_id}/toggle_priority',
	path: [account(), conversation()],
	body: [priority()],
});
