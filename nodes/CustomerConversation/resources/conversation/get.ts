import { account, conversation } from '../../../shared/locators';
import { operation, record, simplified } from '../../../shared/operation';
import { CONVERSATION } from '../../../shared/simple';

export const get = operation({
	name: 'Get',
	action: 'Get a conversation',
	request: 'GET /api/v1/accounts/{account_id}/conversations/{conversation_id}',
	path: [account(), conversation()],
	reply: simplified(record(''), CONVERSATION),
});
