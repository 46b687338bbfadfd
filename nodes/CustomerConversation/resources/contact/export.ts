import {
	account,
	addedConditions,
	fixed,
	labelTitle,
	nothing,
	operation,
	optional,
	sendConditions,
	textsOf,
} from '../../../shared/vocabulary';

export const exportContacts = operation({
	name: 'Export by Email',
	action: 'Export contacts by email',
	gives: "Returns success; the token's user gets an email with a link to the CSV",
	needs: { role: 'administrator' },
	request: 'POST /api/v1/accounts/{account_id}/contacts/export',
	path: [account()],
	body: [
		// If no field is set, all contacts are exported.
		fixed({}),
		optional(
			textsOf('column_names', {
				label: 'Columns',
				hint: 'Columns of the file, separated by commas. Default: ID, name, email, phone_number.',
				placeholder: 'e.g. name, email',
			}),
			...addedConditions('payload', 'contact', { hint: 'Only contacts that match.' }),
			labelTitle('label', {
				hint: 'Only contacts with this label. Ignored if Conditions is set.',
			}),
		),
	],
	reply: nothing,
	run: sendConditions('payload', 'contact'),
});
