import { account, label, operation } from '../../../shared/vocabulary';

export const deleteLabel = operation({
	name: 'Delete',
	action: 'Delete a label',
	gives: 'The ID of the deleted label',
	needs: { role: 'administrator' },
	description:
		'From Chatwoot 4.16 on the label goes from all contacts and conversations within seconds, on 4.10 they keep its title',
	request: 'DELETE /api/v1/accounts/{account_id}/labels/{label_id}',
	path: [account(), label()],
});
