import type { IDataObject } from 'n8n-workflow';
import { ServiceError } from '../../../shared/faults';
import { account, fixed, ids, operation } from '../../../shared/vocabulary';

export const syncMany = operation({
	name: 'Sync Many',
	action: 'Sync many documents',
	gives: 'Returns the IDs of the documents, which are read again in the background',
	needs: { role: 'administrator', edition: 'enterprise', since: '4.15' },
	request: 'POST /api/v1/accounts/{account_id}/captain/bulk_actions',
	path: [account()],
	body: [
		ids('ids', { label: 'Document IDs' }),
		fixed({ type: 'AssistantDocument', fields: { status: 'sync' } }),
	],
	run: async ({ records, request }): Promise<IDataObject[]> => {
		const [{ ids: found = [] } = {}] = await records();
		const requested = request.body?.ids as number[];
		const skipped = requested.filter((id) => !(found as number[]).includes(id));
		if (skipped.length === 0) return [{ document_ids: requested }];
		throw new ServiceError(`Chatwoot skipped document ${skipped.join(', ')}`, {
			status: 200,
			hint: `Only web pages that were read before can be synced, not PDF documents.${skipped.length < requested.length ? ' The others are being synced.' : ''}`,
			fields: ['ids'],
		});
	},
});
