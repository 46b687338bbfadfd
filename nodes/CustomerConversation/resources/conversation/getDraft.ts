import { account, conversation, operation } from '../../../shared/vocabulary';

export const getDraft = operation({
	name: 'Get Draft',
	action: 'Get the draft of a conversation',
	gives: 'Returns the text of the draft, and whether there is one',
	description: 'All agents share one draft',
	request: 'GET /api/v1/accounts/{account_id}/conversations/{conversation_id}/draft_messages',
	path: [account(), conversation()],
});
