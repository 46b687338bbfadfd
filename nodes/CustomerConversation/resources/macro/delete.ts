import { account, macro } from '../../../shared/locators';
import { operation } from '../../../shared/operation';

export const deleteMacro = operation({
	name: 'Delete',
	action: 'Delete a macro',
	description: 'For the author of the macro',
	request: 'DELETE /api/v1/accounts/{account_id}/macros/{macro_id}',
	path: [account(), macro()],
});
