import { account, contact } from '../../../shared/locators';
import { operation, texts } from '../../../shared/operation';

export const getLabels = operation({
	name: 'Get Labels',
	action: 'Get the labels of a contact',
	request: 'GET /api/v1/accounts/{account_id}/contacts/{contact_id}/labels',
	path: [account(), contact()],
	reply: texts('payload', 'label'),
});
