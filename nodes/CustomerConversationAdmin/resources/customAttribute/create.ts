import { account, operation, optional, stored } from '../../../shared/vocabulary';
import { ADMINISTRATORS, displayName, key, model, details, type } from './parts/fields';

export const create = operation({
	name: 'Create',
	action: 'Create a custom attribute',
	gives: 'Returns the new custom attribute with its key, type and values',
	needs: ADMINISTRATORS,
	request: 'POST /api/v1/accounts/{account_id}/custom_attribute_definitions',
	path: [account()],
	body: [
		displayName(),
		key('Example: order_no. Must be unique among the attributes of contacts or of conversations'),
		model(),
		type(),
		optional(...details()),
	],
	reply: stored(),
});
