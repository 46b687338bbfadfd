import { account, ids, macro, operation } from '../../../shared/vocabulary';

export const runMacro = operation({
	name: 'Run Macro',
	action: 'Run a macro on conversations',
	gives: 'Success at once, before the macro has run',
	description:
		"Done in the background within seconds, in the name of the token's user. An unknown macro and unknown conversations are passed over.",
	request: 'POST /api/v1/accounts/{account_id}/macros/{macro_id}/execute',
	path: [account(), macro()],
	body: [ids('conversation_ids', { label: 'Conversation Numbers' })],
});
