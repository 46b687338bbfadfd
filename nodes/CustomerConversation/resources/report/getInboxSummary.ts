import { zone } from '../../../shared/dates';
import { optional } from '../../../shared/fields';
import { account } from '../../../shared/locators';
import { operation } from '../../../shared/operation';
import { businessHours, period } from '../../../shared/period';
import { compareWith } from './compare';
import { addNames, namedRows } from './names';

/** One row an inbox; averages are seconds, null without data. */
export const getInboxSummary = operation({
	name: 'Get Summary by Inbox',
	action: 'Get conversation statistics by inbox',
	description: 'For administrators',
	request: 'GET /api/v2/accounts/{account_id}/summary_reports/inbox',
	path: [account()],
	query: [...period(), optional(businessHours())],
	options: [optional(zone(), addNames('inbox'), compareWith())],
	run: namedRows('inbox'),
});
