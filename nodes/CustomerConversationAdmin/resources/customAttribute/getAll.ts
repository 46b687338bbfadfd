import { account, operation, optional, records, whole } from '../../../shared/vocabulary';
import { model } from './parts/fields';

export const getAll = operation({
	name: 'Get Many',
	action: 'Get many custom attributes',
	gives: 'Returns one item per custom attribute with its key, type and values',
	request: 'GET /api/v1/accounts/{account_id}/custom_attribute_definitions',
	path: [account()],
	query: [optional(model({ hint: 'Only attributes of these records' }))],
	reply: records('', whole),
});
