import { account, operation, optional, period, zone } from '../../../shared/vocabulary';
import { businessHours } from '../../time/businessHours';
import { compareWith } from './parts/compare';
import { addNames, namedRows } from './parts/names';

/** One row an agent; averages are seconds, null without data. */
export const getAgentSummary = operation({
	name: 'Get Summary by Agent',
	action: 'Get a report by agent',
	gives: 'One item for each agent: numbers, and average times in seconds',
	needs: { role: 'administrator' },
	request: 'GET /api/v2/accounts/{account_id}/summary_reports/agent',
	path: [account()],
	query: [...period(), optional(businessHours())],
	options: [optional(zone(), addNames('agent'), compareWith())],
	run: namedRows('agent'),
});
