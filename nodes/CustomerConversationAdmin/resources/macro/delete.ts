import { account, macro, operation } from '../../../shared/vocabulary';

export const deleteMacro = operation({
	name: 'Delete',
	action: 'Delete a macro',
	gives: 'The ID of the deleted macro',
	description: 'For the author of the macro',
	request: 'DELETE /api/v1/accounts/{account_id}/macros/{macro_id}',
	path: [account(), macro()],
});
