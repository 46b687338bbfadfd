import { account, operation, optional, stored } from '../../../shared/vocabulary';
import { ADMINISTRATORS, displayName, key, model, details, type } from './parts/fields';

export const create = operation({
	name: 'Create',
	action: 'Create a custom attribute',
	gives: 'The new definition with key, type and choices',
	needs: ADMINISTRATORS,
	request: 'POST /api/v1/accounts/{account_id}/custom_attribute_definitions',
	path: [account()],
	body: [
		displayName(),
		key('Unique among the attributes of contacts, or of conversations; usually like order_no'),
		model(),
		type(),
		optional(...details()),
	],
	reply: stored(),
});
