import { unlessOn } from '../../../shared/tasks/features';
import {
	account,
	assistant,
	operation,
	records,
	simplified,
	whole,
} from '../../../shared/vocabulary';
import { SCENARIO } from './parts/simple';

export const getAll = operation({
	name: 'Get Many',
	action: 'Get many scenarios',
	gives: 'Returns one item per enabled scenario of the assistant',
	needs: { edition: 'enterprise', since: '4.4' },
	request: 'GET /api/v1/accounts/{account_id}/captain/assistants/{assistant_id}/scenarios',
	path: [account(), assistant()],
	reply: simplified(records('payload', whole), SCENARIO),
	empty: unlessOn('captain_integration', 'Captain'),
});
