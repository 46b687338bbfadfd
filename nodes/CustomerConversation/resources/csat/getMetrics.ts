import { zone } from '../../../shared/dates';
import { optional } from '../../../shared/fields';
import { account } from '../../../shared/locators';
import { operation } from '../../../shared/operation';
import { anyTimeOrPeriod } from '../../../shared/period';
import { filters } from './filters';

export const getMetrics = operation({
	name: 'Get Metrics',
	action: 'Get CSAT metrics',
	description: 'For administrators. The number of sent surveys follows the dates, no other filter.',
	request: 'GET /api/v1/accounts/{account_id}/csat_survey_responses/metrics',
	path: [account()],
	query: [anyTimeOrPeriod(), optional(...filters())],
	options: [optional(zone())],
});
