import { account, operation, optional, period, zone } from '../../../shared/vocabulary';
import { businessHours } from '../../time/businessHours';
import { compareWith } from './parts/compare';
import { AVERAGES } from './parts/figures';
import { addNames, namedRows } from './parts/names';

export const getAgentSummary = operation({
	name: 'Get Summary by Agent for a Period',
	action: 'Get a summary by agent for a period',
	gives: 'Returns one item per agent with counts and average times',
	needs: { role: 'administrator' },
	description: AVERAGES,
	request: 'GET /api/v2/accounts/{account_id}/summary_reports/agent',
	path: [account()],
	query: [...period(), optional(businessHours())],
	options: [optional(zone(), addNames('agent'), compareWith())],
	run: namedRows('agent'),
});
