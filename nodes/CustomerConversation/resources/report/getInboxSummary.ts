import type { IDataObject } from 'n8n-workflow';
import { zone } from '../../../shared/dates';
import { optional } from '../../../shared/fields';
import { account } from '../../../shared/locators';
import { operation, records } from '../../../shared/operation';
import { businessHours, period } from '../../../shared/period';
import { addNames, withNames } from './names';

/** One row an inbox; averages are seconds, null without data. */
export const getInboxSummary = operation({
	name: 'Get Summary by Inbox',
	action: 'Get conversation statistics by inbox',
	description: 'For administrators',
	request: 'GET /api/v2/accounts/{account_id}/summary_reports/inbox',
	path: [account()],
	query: [...period(), optional(businessHours())],
	options: [optional(zone(), addNames('inbox'))],
	reply: records(),
	run: withNames('inbox', 'inboxes', (body) => (body as { payload: IDataObject[] }).payload),
});
