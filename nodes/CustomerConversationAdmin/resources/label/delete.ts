import { account, label, operation } from '../../../shared/vocabulary';

export const deleteLabel = operation({
	name: 'Delete',
	action: 'Delete a label',
	gives: 'Returns the ID of the deleted label',
	needs: { role: 'administrator' },
	description:
		'Since Chatwoot 4.16 the label is removed from all contacts and conversations within seconds. On 4.10 they keep it.',
	request: 'DELETE /api/v1/accounts/{account_id}/labels/{label_id}',
	path: [account(), label()],
});
