import { account, contact, labels, listIn, operation } from '../../../shared/vocabulary';
import { removeLabels as remove } from '../../tasks/labels';

export const removeLabels = operation({
	name: 'Remove Labels',
	action: 'Remove labels from a contact',
	gives: "Returns the contact's ID and its remaining labels",
	request: 'POST /api/v1/accounts/{account_id}/contacts/{contact_id}/labels',
	path: [account(), contact()],
	body: [labels()],
	reply: listIn('labels', 'payload'),
	run: remove,
});
