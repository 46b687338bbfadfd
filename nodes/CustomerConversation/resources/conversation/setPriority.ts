import { account, conversation } from '../../../shared/locators';
import { operation } from '../../../shared/operation';
import { priority } from './priority';

export const setPriority = operation({
	name: 'Set Priority',
	action: 'Set the priority of a conversation',
	request: 'POST /api/v1/accounts/{account_id}/conversations/{conversation_id}/toggle_priority',
	path: [account(), conversation()],
	body: [priority()],
});
