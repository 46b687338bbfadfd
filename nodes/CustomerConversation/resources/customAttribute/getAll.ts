import { optional } from '../../../shared/fields';
import { account } from '../../../shared/locators';
import { operation, records, whole } from '../../../shared/operation';
import { model } from './fields';

export const getAll = operation({
	name: 'Get Many',
	action: 'Get many custom attributes',
	request: 'GET /api/v1/accounts/{account_id}/custom_attribute_definitions',
	path: [account()],
	query: [optional(model({ hint: 'Only attributes of these records' }))],
	reply: records('', whole),
});
