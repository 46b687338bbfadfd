import { zone } from '../../../shared/dates';
import { optional } from '../../../shared/fields';
import { account } from '../../../shared/locators';
import { operation } from '../../../shared/operation';
import { businessHours, period } from '../../../shared/period';
import { compareWith } from './compare';
import { listOf } from './figures';
import { rows } from './rows';

/** Averages cover conversations created in the period; "Get Summary" of a label its events. */
export const getLabelSummary = operation({
	name: 'Get Summary by Label',
	action: 'Get conversation statistics by label',
	description: 'For administrators. Averages are seconds, 0 without data.',
	request: 'GET /api/v2/accounts/{account_id}/summary_reports/label',
	path: [account()],
	query: [...period(), optional(businessHours())],
	options: [optional(zone(), compareWith())],
	run: async (call) => await rows(call, 'id', listOf),
});
