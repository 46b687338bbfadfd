import { explaining } from '../../../shared/tasks/explain';
import {
	account,
	conversation,
	CONVERSATION,
	operation,
	record,
	simplified,
} from '../../../shared/vocabulary';
import { LOST_CONTACT } from './parts/listing';

export const get = operation({
	name: 'Get',
	action: 'Get a conversation',
	gives: 'Returns the conversation',
	needs: { botSince: '4.14.2' },
	request: 'GET /api/v1/accounts/{account_id}/conversations/{conversation_id}',
	path: [account(), conversation()],
	reply: simplified(record(''), CONVERSATION),
	run: explaining(LOST_CONTACT),
});
