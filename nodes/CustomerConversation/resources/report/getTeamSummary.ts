import { account, operation, optional, period, zone } from '../../../shared/vocabulary';
import { businessHours } from '../../time/businessHours';
import { compareWith } from './parts/compare';
import { AVERAGES } from './parts/figures';
import { addNames, namedRows } from './parts/names';

export const getTeamSummary = operation({
	name: 'Get Summary by Team for a Period',
	action: 'Get a summary by team for a period',
	gives: 'Returns one item per team with counts and average times',
	needs: { role: 'administrator' },
	description: AVERAGES,
	request: 'GET /api/v2/accounts/{account_id}/summary_reports/team',
	path: [account()],
	query: [...period(), optional(businessHours())],
	options: [optional(zone(), addNames('team'), compareWith())],
	run: namedRows('team'),
});
