import { account, ids, macro, nothing, operation } from '../../../shared/vocabulary';

export const runMacro = operation({
	name: 'Run Macro',
	action: 'Run a macro on conversations',
	gives: 'Returns success immediately; the macro runs in the background',
	description:
		"Chatwoot does not report whether the macro ran or what it did: read the conversation some seconds later. It runs on behalf of the token's user, skips unknown conversations, and assigns no agent who is not a member of the inbox.",
	request: 'POST /api/v1/accounts/{account_id}/macros/{macro_id}/execute',
	path: [account(), macro()],
	body: [ids('conversation_ids', { label: 'Conversation IDs' })],
	reply: nothing,
});
