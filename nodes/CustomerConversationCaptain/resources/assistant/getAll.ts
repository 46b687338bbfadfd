import { unlessOn } from '../../../shared/tasks/features';
import { account, operation, records, simplified, whole } from '../../../shared/vocabulary';
import { ASSISTANT } from './parts/simple';

export const getAll = operation({
	name: 'Get Many',
	action: 'Get many assistants',
	gives: 'Returns one item per assistant, newest first',
	needs: { edition: 'enterprise', since: '4.0' },
	request: 'GET /api/v1/accounts/{account_id}/captain/assistants',
	path: [account()],
	reply: simplified(records('payload', whole), ASSISTANT),
	empty: unlessOn('captain_integration', 'Captain'),
});
