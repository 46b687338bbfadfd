import type { IDataObject } from 'n8n-workflow';
import { recordOf, steps } from '../../../shared/steps';
import { checkStored } from '../../../shared/transport/stored';
import {
	account,
	CONTACT,
	operation,
	optional,
	record,
	simplified,
} from '../../../shared/vocabulary';
import { mappedAttributes } from '../../../shared/parts/attributes';
import { changesOf, checkKeys, findOrCreate, MATCHED } from '../../tasks/people';
import { companyId, details, person } from './parts/fields';

/** Safe to repeat: values that the contact already has cause no request. */
export const upsert = operation({
	name: 'Create or Update',
	action: 'Create or update a contact',
	gives: 'Returns the contact, with action: created, updated or unchanged',
	description:
		'Matched by identifier, otherwise email, otherwise phone number (a mobile number of Brazil, Mexico or Argentina in both its forms)',
	request: 'POST /api/v1/accounts/{account_id}/contacts',
	path: [account()],
	body: [
		person(),
		mappedAttributes('contact_attribute', 'Empty attributes keep their value'),
		optional(...details()),
	],
	reply: simplified(record(), { action: 'action', ...CONTACT, ...MATCHED }),
	run: async (call) => {
		const { request, send } = call;
		const { body: fields = {}, path } = request;
		checkKeys(fields);
		const step = steps();
		const { action, contact } = await step(
			'Finding or creating the contact',
			async () => await findOrCreate(call, request),
			(one) => `contact ${one.contact.id as number} was ${one.action}`,
		);
		// Other values are compared on the next run; a company that is never linked would be sent each time.
		const linked = (contact: IDataObject) => {
			const { company_id: value } = fields;
			if (value !== undefined) checkStored(contact, [{ field: companyId(), value, inBody: true }]);
			return contact;
		};
		if (action === 'created') return [{ action, ...linked(contact) }];
		const changes = changesOf(contact, fields);
		if (Object.keys(changes).length === 0) return [{ action: 'unchanged', ...contact }];
		const updated = await step(
			'Updating the contact',
			async () =>
				recordOf(
					await send({ method: 'PUT', path: `${path}/${contact.id as number}`, body: changes }),
					'payload',
				),
			() => 'it was updated',
		);
		const { matched_phone_number } = contact;
		const matched = matched_phone_number ? { matched_phone_number } : {};
		return [{ action: 'updated', ...linked(updated), ...matched }];
	},
});
