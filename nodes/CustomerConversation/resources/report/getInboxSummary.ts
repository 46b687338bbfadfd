import { account, operation, optional, period, zone } from '../../../shared/vocabulary';
import { businessHours } from '../../time/businessHours';
import { compareWith } from './parts/compare';
import { AVERAGES } from './parts/figures';
import { addNames, namedRows } from './parts/names';

export const getInboxSummary = operation({
	name: 'Get Summary by Inbox for a Period',
	action: 'Get a summary by inbox for a period',
	gives: 'Returns one item per inbox with counts and average times',
	needs: { role: 'administrator', since: '4.0' },
	description: AVERAGES,
	request: 'GET /api/v2/accounts/{account_id}/summary_reports/inbox',
	path: [account()],
	query: [...period(), optional(businessHours())],
	options: [optional(zone(), addNames('inbox'), compareWith())],
	run: namedRows('inbox'),
});
