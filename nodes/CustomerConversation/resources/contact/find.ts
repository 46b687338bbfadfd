import type { IDataObject } from 'n8n-workflow';
import { ServiceError } from '../../../shared/faults';
import { isOff } from '../../../shared/tasks/features';
import { worded } from '../../../shared/values';
import {
	account,
	CONTACT,
	CONTACTS,
	fixed,
	operation,
	pick,
	plain,
	record,
	simplified,
	title,
} from '../../../shared/vocabulary';
import {
	conditionsOf,
	contactKey,
	contactsBySearch,
	contactWith,
	hasKey,
	MATCHED,
	SHORT,
	withMatch,
	type Condition,
} from '../../tasks/people';

/** The service ignores the case of identifiers, so they are compared again: only an exact match counts. */
export const find = operation({
	name: 'Find',
	action: 'Find a contact',
	gives: 'Returns the contact; if none matches, nothing or an error, as you choose',
	description:
		'Finds it by the complete email, identifier or phone number; a mobile number of Brazil, Mexico or Argentina in both its forms',
	request: 'POST /api/v1/accounts/{account_id}/contacts/filter',
	path: [account()],
	query: [fixed(SHORT)],
	body: [
		contactKey('find_by', (field) => ({
			...field,
			as: 'payload',
			convert: (value, reading) => conditionsOf(field.name, field.convert(value, reading)),
		})),
	],
	options: [
		pick(
			'if_none',
			{ nothing: 'Return No Item', error: 'Stop with an Error' },
			{ label: 'If No Contact Matches', hint: 'What to do if no contact has this value' },
		),
	],
	reply: simplified(record(), { action: 'action', ...CONTACT, ...MATCHED }),
	run: async (call) => {
		const { values, request, list, host } = call;
		const [{ attribute_key: name, values: wanted }] = request.body?.payload as Condition[];
		const fields = { [name]: wanted[0] as string };
		const isMatch = (row: IDataObject) => hasKey(row, name, wanted[0]);
		const path = request.path.replace(/\/filter$/, '');
		const rows = await list(request, CONTACTS, isMatch);
		let contact = contactWith(rows, name, wanted[0]);
		if (!contact && !(await isOff(call, 'crm_v2')))
			contact = contactWith(await contactsBySearch(call, path, fields), name, wanted[0]);
		if (contact) return [{ action: 'found', ...withMatch(call, contact, fields) }];
		const similar = rows.find((row) => plain(row[name]) === plain(wanted[0]));
		const why = similar
			? `Contact ${worded(similar.id)} has the ${title(name).toLowerCase()} "${worded(similar[name])}": upper and lower case must be the same.`
			: '';
		if (values.if_none === 'nothing') {
			if (why) host.hint(why);
			return [];
		}
		throw new ServiceError(
			`No contact has the ${title(name).toLowerCase()} "${String(wanted[0])}"`,
			{
				status: 200,
				fields: [name],
				hint: `${why} Check the value, or set If No Contact Matches to Return No Item.`.trim(),
			},
		);
	},
});
