import { whyNotYet } from '../../../shared/tasks/empty';
import {
	account,
	anyTimeOrPeriod,
	CSAT_ANSWERS,
	operation,
	optional,
	simplified,
	sort,
	zone,
} from '../../../shared/vocabulary';
import { ANSWER } from './parts/simple';
import { filters } from './parts/filters';

/** Without an order the pages repeat and miss rows. */
export const getAll = operation({
	name: 'Get Many',
	action: 'Get many CSAT responses',
	gives: 'Returns one item per response, with contact and agent',
	needs: { role: 'administrator' },
	request: 'GET /api/v1/accounts/{account_id}/csat_survey_responses',
	path: [account()],
	query: [
		...anyTimeOrPeriod(),
		sort(['created_at'], { default: '-created_at' }),
		optional(...filters()),
	],
	options: [optional(zone())],
	reply: simplified(CSAT_ANSWERS, ANSWER),
	empty: whyNotYet,
});
