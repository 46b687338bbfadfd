import { zone } from '../../../shared/dates';
import { optional } from '../../../shared/fields';
import { account } from '../../../shared/locators';
import { operation } from '../../../shared/operation';
import { businessHours, period } from '../../../shared/period';
import { compareWith } from './compare';
import { addNames, namedRows } from './names';

/** One row a team; averages are seconds, null without data. */
export const getTeamSummary = operation({
	name: 'Get Summary by Team',
	action: 'Get conversation statistics by team',
	description: 'For administrators',
	request: 'GET /api/v2/accounts/{account_id}/summary_reports/team',
	path: [account()],
	query: [...period(), optional(businessHours())],
	options: [optional(zone(), addNames('team'), compareWith())],
	run: namedRows('team'),
});
