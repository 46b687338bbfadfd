import { unlessOn } from '../../../shared/tasks/features';
import { account, COPILOT_THREADS, operation, simplified } from '../../../shared/vocabulary';
import { THREAD } from './parts/simple';

export const getThreads = operation({
	name: 'Get Threads',
	action: 'Get copilot threads',
	gives: "Returns one item per thread of the token's user, newest first",
	needs: { edition: 'enterprise', since: '4.2' },
	request: 'GET /api/v1/accounts/{account_id}/captain/copilot_threads',
	path: [account()],
	reply: simplified(COPILOT_THREADS, THREAD),
	empty: unlessOn('captain_integration', 'Captain'),
});
