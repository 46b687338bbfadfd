import { account, label } from '../../../shared/locators';
import { operation } from '../../../shared/operation';

export const deleteLabel = operation({
	name: 'Delete',
	action: 'Delete a label',
	description: 'For administrators. Contacts and conversations that have the label keep its title.',
	request: 'DELETE /api/v1/accounts/{account_id}/labels/{label_id}',
	path: [account(), label()],
});
