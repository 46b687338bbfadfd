import { account, assistant, operation, record, simplified } from '../../../shared/vocabulary';
import { ASSISTANT } from './parts/simple';

export const get = operation({
	name: 'Get',
	action: 'Get an assistant',
	gives: 'Returns the assistant with its settings',
	needs: { edition: 'enterprise', since: '4.0' },
	request: 'GET /api/v1/accounts/{account_id}/captain/assistants/{assistant_id}',
	path: [account(), assistant()],
	reply: simplified(record(), ASSISTANT),
});
