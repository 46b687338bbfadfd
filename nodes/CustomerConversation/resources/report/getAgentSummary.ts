import { zone } from '../../../shared/dates';
import { optional } from '../../../shared/fields';
import { account } from '../../../shared/locators';
import { operation } from '../../../shared/operation';
import { businessHours, period } from '../../../shared/period';
import { compareWith } from './compare';
import { addNames, namedRows } from './names';

/** One row an agent; averages are seconds, null without data. */
export const getAgentSummary = operation({
	name: 'Get Summary by Agent',
	action: 'Get conversation statistics by agent',
	description: 'For administrators',
	request: 'GET /api/v2/accounts/{account_id}/summary_reports/agent',
	path: [account()],
	query: [...period(), optional(businessHours())],
	options: [optional(zone(), addNames('agent'), compareWith())],
	run: namedRows('agent'),
});
