import { account, fixed, ids, nothing, operation } from '../../../shared/vocabulary';

export const deleteMany = operation({
	name: 'Delete Many',
	action: 'Delete many FAQ entries',
	gives: 'Returns success when they are deleted',
	needs: { role: 'administrator', edition: 'enterprise', since: '4.0' },
	description: 'IDs that do not exist are skipped',
	request: 'POST /api/v1/accounts/{account_id}/captain/bulk_actions',
	path: [account()],
	body: [
		ids('ids', { label: 'FAQ IDs' }),
		fixed({ type: 'AssistantResponse', fields: { status: 'delete' } }),
	],
	// The service answers with an empty list.
	reply: nothing,
	run: async ({ records }) => {
		await records();
		return [{ success: true }];
	},
});
