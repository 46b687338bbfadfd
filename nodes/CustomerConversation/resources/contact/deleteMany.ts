import { account, fixed, ids, operation } from '../../../shared/vocabulary';

export const deleteMany = operation({
	name: 'Delete Many',
	action: 'Delete many contacts',
	gives: 'Success at once, before the contacts are gone',
	needs: { role: 'administrator' },
	description:
		'Done in the background within seconds, with all their conversations; unknown contacts are passed over',
	request: 'POST /api/v1/accounts/{account_id}/bulk_actions',
	path: [account()],
	body: [fixed({ type: 'Contact', action_name: 'delete' }), ids('ids', { label: 'Contact IDs' })],
});
