import type { IDataObject } from 'n8n-workflow';
import { ServiceError } from '../../../shared/faults';
import { account, fixed, ids, operation } from '../../../shared/vocabulary';

export const syncMany = operation({
	name: 'Sync Many',
	action: 'Sync many documents',
	gives: 'The IDs of the documents, before they are read again',
	needs: { role: 'administrator', edition: 'enterprise', since: '4.16' },
	request: 'POST /api/v1/accounts/{account_id}/captain/bulk_actions',
	path: [account()],
	body: [
		ids('ids', { label: 'Document IDs' }),
		fixed({ type: 'AssistantDocument', fields: { status: 'sync' } }),
	],
	run: async ({ records, request }): Promise<IDataObject[]> => {
		const [{ ids: found = [] } = {}] = await records();
		const asked = request.body?.ids as number[];
		const passed = asked.filter((id) => !(found as number[]).includes(id));
		if (passed.length === 0) return [{ document_ids: asked }];
		throw new ServiceError(`The service passed over document ${passed.join(', ')}`, {
			status: 200,
			hint: `Only pages that were read before are read again, no PDF.${passed.length < asked.length ? ' The others are under way.' : ''}`,
			fields: ['ids'],
		});
	},
});
