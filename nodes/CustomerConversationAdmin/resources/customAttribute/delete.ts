import { account, customAttribute, operation } from '../../../shared/vocabulary';
import { ADMINISTRATORS } from './parts/fields';

export const deleteCustomAttribute = operation({
	name: 'Delete',
	action: 'Delete a custom attribute',
	gives: 'Returns the ID of the deleted custom attribute',
	needs: ADMINISTRATORS,
	description: 'The values on contacts and conversations are kept',
	request:
		'DELETE /api/v1/accounts/{account_id}/custom_attribute_definitions/{custom_attribute_id}',
	path: [account(), customAttribute()],
});
