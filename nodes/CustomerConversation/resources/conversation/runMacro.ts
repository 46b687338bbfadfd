import { account, ids, macro, nothing, operation } from '../../../shared/vocabulary';

export const runMacro = operation({
	name: 'Run Macro',
	action: 'Run a macro on conversations',
	gives: 'Returns success immediately; the macro runs in the background',
	description:
		"This takes a few seconds. The macro runs on behalf of the token's user. Unknown macros and conversations are skipped.",
	request: 'POST /api/v1/accounts/{account_id}/macros/{macro_id}/execute',
	path: [account(), macro()],
	body: [ids('conversation_ids', { label: 'Conversation IDs' })],
	reply: nothing,
});
