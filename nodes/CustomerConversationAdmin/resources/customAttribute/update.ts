import type { IDataObject } from 'n8n-workflow';
import {
	account,
	customAttribute,
	operation,
	optional,
	stored,
	versionOf,
} from '../../../shared/vocabulary';
import {
	ADMINISTRATORS,
	displayName,
	key,
	mayBeReserved,
	model,
	details,
	refuseReserved,
	type,
} from './parts/fields';

/** The service accepts reserved keys in an update: the node refuses them, as a create does. */
export const update = operation({
	name: 'Update',
	action: 'Update a custom attribute',
	gives: 'Returns the custom attribute with its new values',
	needs: ADMINISTRATORS,
	request: 'PATCH /api/v1/accounts/{account_id}/custom_attribute_definitions/{custom_attribute_id}',
	path: [account(), customAttribute()],
	body: [
		optional(
			displayName(),
			key('Changing the key does not move existing values'),
			model(),
			type(),
			...details(),
		),
	],
	reply: stored(),
	run: async (call) => {
		const { values, request, records, send } = call;
		const { attribute_key: wanted, attribute_model: of } = values;
		if (mayBeReserved(wanted)) {
			const present = of ? {} : await send({ method: 'GET', path: request.path });
			const version = wanted === 'company_name' ? await versionOf(call) : undefined;
			refuseReserved(wanted, of ?? (present as IDataObject).attribute_model, version);
		}
		return await records();
	},
});
