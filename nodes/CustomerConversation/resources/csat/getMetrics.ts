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
	gives: 'One item: how many surveys were sent, and each rating given',
	needs: { role: 'administrator' },
	description: 'The number of sent surveys follows the dates, no other filter',
	request: 'GET /api/v1/accounts/{account_id}/csat_survey_responses/metrics',
	path: [account()],
	query: [...anyTimeOrPeriod(), optional(...filters())],
	options: [optional(zone())],
	reply: simplified(record(), 'all'),
});
