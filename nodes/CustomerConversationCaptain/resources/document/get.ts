import { account, document, operation, record, simplified } from '../../../shared/vocabulary';
import { READ } from './parts/simple';

export const get = operation({
	name: 'Get',
	action: 'Get a document',
	gives: 'The document, with its text once it was read',
	needs: { edition: 'enterprise', since: '4.0' },
	description: 'Status is in_progress until then',
	request: 'GET /api/v1/accounts/{account_id}/captain/documents/{document_id}',
	path: [account(), document()],
	reply: simplified(record(), READ),
});
