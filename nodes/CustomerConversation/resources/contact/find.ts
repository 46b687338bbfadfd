import type { IDataObject } from 'n8n-workflow';
import { ServiceError } from '../../../shared/faults';
import {
	account,
	CONTACT,
	CONTACTS,
	fixed,
	operation,
	pick,
	record,
	simplified,
	title,
} from '../../../shared/vocabulary';
import {
	contactByIdentifier,
	contactKey,
	equalTo,
	hasKey,
	SHORT,
	type Condition,
} from '../../tasks/people';

/** The service also finds identifiers in another case. */
export const find = operation({
	name: 'Find',
	action: 'Find a contact',
	gives: 'The one contact, else nothing or an error as chosen',
	description: 'By its whole e-mail address, identifier or phone number',
	request: 'POST /api/v1/accounts/{account_id}/contacts/filter',
	path: [account()],
	query: [fixed(SHORT)],
	body: [
		contactKey('find_by', (field) => ({
			...field,
			as: 'payload',
			convert: (value, reading) => [equalTo(field.name, field.convert(value, reading))],
		})),
	],
	options: [
		pick(
			'if_none',
			{ nothing: 'Give No Item', error: 'Fail' },
			{ label: 'If There Is None', hint: 'What to do where no contact has it' },
		),
	],
	reply: simplified(record(), { action: 'action', ...CONTACT }),
	run: async (call) => {
		const { values, request, list } = call;
		const [{ attribute_key: name, values: wanted }] = request.body?.payload as Condition[];
		const isIt = (row: IDataObject) => hasKey(row, name, wanted[0]);
		const path = request.path.replace(/\/filter$/, '');
		const contact =
			(await list(request, CONTACTS, isIt)).find(isIt) ??
			(name === 'identifier' ? await contactByIdentifier(call, path, wanted[0]) : undefined);
		if (contact) return [{ action: 'found', ...contact }];
		if (values.if_none === 'nothing') return [];
		throw new ServiceError(`No contact has this ${title(name).toLowerCase()}`, {
			status: 200,
			fields: [name],
			hint: 'Look at the value, or choose Give No Item at If There Is None.',
		});
	},
});
