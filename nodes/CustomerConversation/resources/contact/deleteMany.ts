import { account, fixed, ids, nothing, operation } from '../../../shared/vocabulary';

export const deleteMany = operation({
	name: 'Delete Many',
	action: 'Delete many contacts',
	gives: 'Returns success immediately; contacts are deleted in the background',
	needs: { role: 'administrator' },
	description:
		'This takes a few seconds. Also deletes all their conversations. Unknown contacts are skipped.',
	request: 'POST /api/v1/accounts/{account_id}/bulk_actions',
	path: [account()],
	body: [fixed({ type: 'Contact', action_name: 'delete' }), ids('ids', { label: 'Contact IDs' })],
	reply: nothing,
});
