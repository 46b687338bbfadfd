import { account, contact, labels, listIn, operation, optional } from '../../../shared/vocabulary';
import { addListedLabels, unlistedLabels } from '../../tasks/labels';

export const addLabels = operation({
	name: 'Add Labels',
	action: 'Add labels to a contact',
	gives: "Returns the contact's ID and all its labels",
	request: 'POST /api/v1/accounts/{account_id}/contacts/{contact_id}/labels',
	path: [account(), contact()],
	body: [labels()],
	options: [optional(unlistedLabels())],
	reply: listIn('labels', 'payload'),
	run: addListedLabels,
});
