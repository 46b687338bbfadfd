import type { IDataObject } from 'n8n-workflow';
import { account, fixed, operation } from '../../../shared/vocabulary';
import { documentIds } from './parts/many';

export const deleteMany = operation({
	name: 'Delete Many',
	action: 'Delete many documents',
	gives: 'How many were deleted',
	needs: { role: 'administrator', edition: 'enterprise', since: '4.0' },
	description: 'Passes over IDs that no document has',
	request: 'POST /api/v1/accounts/{account_id}/captain/bulk_actions',
	path: [account()],
	body: [documentIds(), fixed({ type: 'AssistantDocument', fields: { status: 'delete' } })],
	run: async ({ records }): Promise<IDataObject[]> => {
		const [{ count }] = await records();
		return [{ deleted: count }];
	},
});
