import {
	account,
	fileNamed,
	operation,
	optional,
	period,
	sort,
	zone,
} from '../../../shared/vocabulary';
import { filters } from './parts/filters';

/** Unlike the report files it is not escaped. Column names follow the language of the account. */
export const download = operation({
	name: 'Download',
	action: 'Download CSAT responses as rows or a CSV file',
	gives: 'One row for each response, or the CSV file',
	needs: { role: 'administrator' },
	request: 'GET /api/v1/accounts/{account_id}/csat_survey_responses/download',
	path: [account()],
	query: [...period(), optional(...filters(), sort(['created_at'], { default: '-created_at' }))],
	options: [optional(zone())],
	reply: fileNamed('csat_report.csv', { note: 'last' }),
});
