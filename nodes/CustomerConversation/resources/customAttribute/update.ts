import type { IDataObject } from 'n8n-workflow';
import { optional } from '../../../shared/fields';
import { account, customAttribute } from '../../../shared/locators';
import { operation, stored } from '../../../shared/operation';
import { displayName, key, mayBeReserved, model, others, refuseReserved, type } from './fields';

/** The service takes keys of its own fields here: the node refuses them as a create does. */
export const update = operation({
	name: 'Update',
	action: 'Update a custom attribute',
	request: 'PATCH /api/v1/accounts/{account_id}/custom_attribute_definitions/{custom_attribute_id}',
	path: [account(), customAttribute()],
	body: [
		optional(
			displayName(),
			key('With a new key the values on records stay under the old one'),
			model(),
			type(),
			...others(),
		),
	],
	reply: stored(),
	run: async ({ values, request, records, send }) => {
		const { attribute_key: wanted, attribute_model: of } = values;
		if (mayBeReserved(wanted)) {
			const present = of ? {} : await send({ method: 'GET', path: request.path });
			refuseReserved(wanted, of ?? (present as IDataObject).attribute_model);
		}
		return await records();
	},
});
