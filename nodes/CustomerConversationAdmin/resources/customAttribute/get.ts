import { account, customAttribute, operation } from '../../../shared/vocabulary';

export const get = operation({
	name: 'Get',
	action: 'Get a custom attribute',
	gives: 'Returns the custom attribute with its key, type and values',
	request: 'GET /api/v1/accounts/{account_id}/custom_attribute_definitions/{custom_attribute_id}',
	path: [account(), customAttribute()],
});
