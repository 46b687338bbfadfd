import { account, macro, operation } from '../../../shared/vocabulary';

export const deleteMacro = operation({
	name: 'Delete',
	action: 'Delete a macro',
	gives: 'Returns the ID of the deleted macro',
	description: 'Only the author can delete the macro',
	request: 'DELETE /api/v1/accounts/{account_id}/macros/{macro_id}',
	path: [account(), macro()],
});
