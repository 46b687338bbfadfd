import { account, contact, operation, texts } from '../../../shared/vocabulary';

export const getLabels = operation({
	name: 'Get Labels',
	action: 'Get the labels of a contact',
	gives: 'Returns one item per label of the contact',
	request: 'GET /api/v1/accounts/{account_id}/contacts/{contact_id}/labels',
	path: [account(), contact()],
	reply: texts('payload', 'label'),
});
