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

/** Before 4.17, cells are not escaped, unlike in report files. Column names are in the language of the account. */
export const download = operation({
	name: 'Download',
	action: 'Download CSAT responses',
	gives: 'Returns one row per response, or the CSV file',
	needs: { role: 'administrator' },
	request: 'GET /api/v1/accounts/{account_id}/csat_survey_responses/download',
	path: [account()],
	query: [...period(), optional(...filters(), sort(['created_at'], { default: '-created_at' }))],
	options: [optional(zone())],
	reply: fileNamed('csat_report.csv', { note: 'last' }),
});
