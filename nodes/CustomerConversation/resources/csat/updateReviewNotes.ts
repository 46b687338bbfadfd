import {
	account,
	csatResponse,
	operation,
	optional,
	simplified,
	stored,
	text,
} from '../../../shared/vocabulary';
import { ANSWER } from './parts/simple';

/** A body without the notes would clear them. */
export const updateReviewNotes = operation({
	name: 'Update Review Notes',
	action: 'Update the review notes of a CSAT response',
	gives: 'Returns the response with its new review notes',
	needs: { role: 'administrator', edition: 'enterprise', since: '4.10' },
	request: 'PATCH /api/v1/accounts/{account_id}/csat_survey_responses/{csat_response_id}',
	path: [account(), csatResponse()],
	body: [optional(text('csat_review_notes', { label: 'Review Notes', rows: 4, clear: null }))],
	reply: simplified(stored(), ANSWER),
});
