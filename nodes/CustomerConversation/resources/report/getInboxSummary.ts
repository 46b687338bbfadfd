import { account, operation, optional, period, zone } from '../../../shared/vocabulary';
import { businessHours } from '../../time/businessHours';
import { compareWith } from './parts/compare';
import { addNames, namedRows } from './parts/names';

/** One row an inbox; averages are seconds, null without data. */
export const getInboxSummary = operation({
	name: 'Get Summary by Inbox',
	action: 'Get a report by inbox',
	gives: 'One item for each inbox: numbers, and average times in seconds',
	needs: { role: 'administrator', since: '4.0' },
	request: 'GET /api/v2/accounts/{account_id}/summary_reports/inbox',
	path: [account()],
	query: [...period(), optional(businessHours())],
	options: [optional(zone(), addNames('inbox'), compareWith())],
	run: namedRows('inbox'),
});
