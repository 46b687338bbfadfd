import { account, contact, labels } from '../../../shared/locators';
import { changeLabels } from '../../../shared/labels';
import { listIn, operation } from '../../../shared/operation';

export const addLabels = operation({
	name: 'Add Labels',
	action: 'Add labels to a contact',
	request: 'POST /api/v1/accounts/{account_id}/contacts/{contact_id}/labels',
	path: [account(), contact()],
	body: [labels()],
	reply: listIn('labels', 'payload'),
	run: changeLabels((present, chosen) => [...present, ...chosen]),
});
