import {
	account,
	ATTACHMENT,
	ATTACHMENTS,
	conversation,
	operation,
	simplified,
} from '../../../shared/vocabulary';

/** Newest first. On 4.10 rows have a message_id but no ID. */
export const getAttachments = operation({
	name: 'Get Attachments',
	action: 'Get the attachments of a conversation',
	gives: 'Returns one item per file in the messages, newest first',
	request: 'GET /api/v1/accounts/{account_id}/conversations/{conversation_id}/attachments',
	path: [account(), conversation()],
	reply: simplified(ATTACHMENTS, ATTACHMENT),
});
