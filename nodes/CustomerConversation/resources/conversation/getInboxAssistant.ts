import { account, conversation, operation, record, simplified } from '../../../shared/vocabulary';

/** The whole reply is read, so that `"assistant": null` shows that the inbox has none. */
export const getInboxAssistant = operation({
	name: 'Get Inbox Assistant',
	action: 'Get the inbox assistant of a conversation',
	gives: 'Returns ID and name of the assistant, or null if there is none',
	needs: { edition: 'enterprise', since: '4.0.4' },
	request: 'GET /api/v1/accounts/{account_id}/conversations/{conversation_id}/inbox_assistant',
	path: [account(), conversation()],
	reply: simplified(record(), { assistant_id: 'assistant.id', assistant_name: 'assistant.name' }),
});
