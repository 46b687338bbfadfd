import { zone } from '../../../shared/dates';
import { optional } from '../../../shared/fields';
import { account } from '../../../shared/locators';
import { operation, records } from '../../../shared/operation';
import { businessHours, period } from '../../../shared/period';

/** Averages cover conversations created in the period; "Get Summary" of a label its events. */
export const getLabelSummary = operation({
	name: 'Get Summary by Label',
	action: 'Get conversation statistics by label',
	description: 'For administrators. Averages are seconds, 0 without data.',
	request: 'GET /api/v2/accounts/{account_id}/summary_reports/label',
	path: [account()],
	query: [...period(), optional(businessHours())],
	options: [optional(zone())],
	reply: records(),
});
