import { account, document, operation } from '../../../shared/vocabulary';

export const sync = operation({
	name: 'Sync',
	action: 'Sync a document',
	gives: 'Success at once, before the page is read again',
	needs: { role: 'administrator', edition: 'enterprise', since: '4.14' },
	description:
		'Sync Status of the document tells what came of it: syncing, then synced or failed. A PDF is not read again.',
	request: 'POST /api/v1/accounts/{account_id}/captain/documents/{document_id}/sync',
	path: [account(), document()],
});
