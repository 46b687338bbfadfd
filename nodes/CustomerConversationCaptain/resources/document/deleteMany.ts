import type { IDataObject } from 'n8n-workflow';
import { ServiceError } from '../../../shared/faults';
import { worded } from '../../../shared/values';
import { account, fixed, ids, operation } from '../../../shared/vocabulary';

export const deleteMany = operation({
	name: 'Delete Many',
	action: 'Delete many documents',
	gives: 'Returns the number of deleted documents',
	needs: { role: 'administrator', edition: 'enterprise', since: '4.15' },
	request: 'POST /api/v1/accounts/{account_id}/captain/bulk_actions',
	path: [account()],
	body: [
		ids('ids', { label: 'Document IDs' }),
		fixed({ type: 'AssistantDocument', fields: { status: 'delete' } }),
	],
	run: async ({ records, request }): Promise<IDataObject[]> => {
		const [{ count = 0 } = {}] = await records();
		const requested = new Set(request.body?.ids as number[]).size;
		if (count === requested) return [{ deleted: count }];
		throw new ServiceError(`Chatwoot deleted ${worded(count)} of ${requested} documents`, {
			status: 200,
			hint: 'The account does not have the others.',
			fields: ['ids'],
		});
	},
});
