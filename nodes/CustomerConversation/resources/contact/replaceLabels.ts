import { account, contact, listIn, operation, optional } from '../../../shared/vocabulary';
import { replaceLabels as replace, replacement, unlistedLabels } from '../../tasks/labels';

export const replaceLabels = operation({
	name: 'Replace Labels',
	action: 'Replace the labels of a contact',
	gives: "Returns the contact's ID and its new labels",
	description: 'Removes every label that you do not choose',
	request: 'POST /api/v1/accounts/{account_id}/contacts/{contact_id}/labels',
	path: [account(), contact()],
	body: [replacement()],
	options: [optional(unlistedLabels())],
	reply: listIn('labels', 'payload'),
	run: replace,
});
