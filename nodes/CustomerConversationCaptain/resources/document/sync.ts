import { account, document, nothing, operation } from '../../../shared/vocabulary';

export const sync = operation({
	name: 'Sync',
	action: 'Sync a document',
	gives: 'Returns success immediately; the page is read again in the background',
	needs: { role: 'administrator', edition: 'enterprise', since: '4.14' },
	description:
		'Afterwards sync_status of the document is syncing, then synced or failed. PDF documents cannot be synced.',
	request: 'POST /api/v1/accounts/{account_id}/captain/documents/{document_id}/sync',
	path: [account(), document()],
	reply: nothing,
});
