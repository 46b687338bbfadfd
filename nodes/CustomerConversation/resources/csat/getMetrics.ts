import {
	account,
	anyTimeOrPeriod,
	operation,
	optional,
	record,
	simplified,
	zone,
} from '../../../shared/vocabulary';
import { filters } from './parts/filters';

export const getMetrics = operation({
	name: 'Get Metrics',
	action: 'Get CSAT metrics',
	gives: 'Returns one item with the counts of surveys sent and of each rating',
	needs: { role: 'administrator' },
	description: 'The count of surveys sent depends on the dates only, not on other filters',
	request: 'GET /api/v1/accounts/{account_id}/csat_survey_responses/metrics',
	path: [account()],
	query: [...anyTimeOrPeriod(), optional(...filters())],
	options: [optional(zone())],
	reply: simplified(record(), 'all'),
});
