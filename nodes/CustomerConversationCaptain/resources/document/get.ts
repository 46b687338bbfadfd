import { account, document, operation, record, simplified } from '../../../shared/vocabulary';
import { READ } from './parts/simple';

export const get = operation({
	name: 'Get',
	action: 'Get a document',
	gives: 'Returns the document, with its text after it was read',
	needs: { edition: 'enterprise', since: '4.0' },
	description: 'The status is in_progress until the document was read',
	request: 'GET /api/v1/accounts/{account_id}/captain/documents/{document_id}',
	path: [account(), document()],
	reply: simplified(record(), READ),
});
