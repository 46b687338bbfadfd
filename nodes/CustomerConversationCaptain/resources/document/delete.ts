import { account, document, operation } from '../../../shared/vocabulary';

export const deleteDocument = operation({
	name: 'Delete',
	action: 'Delete a document',
	gives: 'Returns the ID of the deleted document',
	needs: { role: 'administrator', edition: 'enterprise', since: '4.0' },
	request: 'DELETE /api/v1/accounts/{account_id}/captain/documents/{document_id}',
	path: [account(), document()],
});
