import {
	account,
	addedConditions,
	fixed,
	labelTitle,
	operation,
	optional,
	sendConditions,
	textsOf,
} from '../../../shared/vocabulary';

export const exportContacts = operation({
	name: 'Export by Email',
	action: 'Export contacts by email',
	gives: "Success alone; the token's user is mailed a link to the CSV file",
	needs: { role: 'administrator' },
	request: 'POST /api/v1/accounts/{account_id}/contacts/export',
	path: [account()],
	body: [
		// Without any field all contacts are exported.
		fixed({}),
		optional(
			textsOf('column_names', {
				label: 'Columns',
				hint: 'Columns of the file, separated by commas; default: ID, name, email, phone_number',
			}),
			...addedConditions('payload', 'contact', { hint: 'Only contacts that fulfil them.' }),
			labelTitle('label', {
				hint: 'Only contacts with this label; without effect beside Conditions',
			}),
		),
	],
	run: sendConditions('payload', 'contact'),
});
