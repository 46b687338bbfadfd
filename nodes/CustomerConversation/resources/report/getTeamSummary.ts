import { account, operation, optional, period, zone } from '../../../shared/vocabulary';
import { businessHours } from '../../time/businessHours';
import { compareWith } from './parts/compare';
import { addNames, namedRows } from './parts/names';

/** One row a team; averages are seconds, null without data. */
export const getTeamSummary = operation({
	name: 'Get Summary by Team',
	action: 'Get a report by team',
	gives: 'One item for each team: numbers, and average times in seconds',
	needs: { role: 'administrator' },
	request: 'GET /api/v2/accounts/{account_id}/summary_reports/team',
	path: [account()],
	query: [...period(), optional(businessHours())],
	options: [optional(zone(), addNames('team'), compareWith())],
	run: namedRows('team'),
});
