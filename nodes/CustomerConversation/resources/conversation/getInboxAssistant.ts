import { account, conversation, operation, record, simplified } from '../../../shared/vocabulary';

/** Whole, so that `"assistant": null` tells that the inbox has none. */
export const getInboxAssistant = operation({
	name: 'Get Inbox Assistant',
	action: 'Get the assistant of the inbox of a conversation',
	gives: 'ID and name of the assistant, null where there is none',
	needs: { edition: 'enterprise', since: '4.0.4' },
	request: 'GET /api/v1/accounts/{account_id}/conversations/{conversation_id}/inbox_assistant',
	path: [account(), conversation()],
	reply: simplified(record(), { assistant_id: 'assistant.id', assistant_name: 'assistant.name' }),
});
