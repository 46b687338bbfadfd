import { optional, text } from '../../../shared/fields';
import { account, macro } from '../../../shared/locators';
import { operation, stored } from '../../../shared/operation';
import { actions, visibility } from './fields';

/** Without its visibility the service takes a macro out of every list: it is always sent. */
export const update = operation({
	name: 'Update',
	action: 'Update a macro',
	request: 'PATCH /api/v1/accounts/{account_id}/macros/{macro_id}',
	path: [account(), macro()],
	body: [
		visibility('Needed, unchanged too. Macros of agents are always personal.'),
		optional(text('name'), actions(' Replaces all actions.', { clear: [] })),
	],
	reply: stored('payload'),
});
