import { zone } from '../../../shared/dates';
import { optional, sort } from '../../../shared/fields';
import { account } from '../../../shared/locators';
import { byPage, operation, records } from '../../../shared/operation';
import { anyTimeOrPeriod } from '../../../shared/period';
import { filters } from './filters';

/** Without an order the pages repeat and miss rows. The conversation ID is its number. */
export const getAll = operation({
	name: 'Get Many',
	action: 'Get many CSAT responses',
	description: 'For administrators',
	request: 'GET /api/v1/accounts/{account_id}/csat_survey_responses',
	path: [account()],
	query: [
		anyTimeOrPeriod(),
		sort(['created_at'], { default: '-created_at' }),
		optional(...filters()),
	],
	options: [optional(zone())],
	reply: records('', byPage(25)),
});
