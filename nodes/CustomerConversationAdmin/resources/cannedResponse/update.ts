import {
	account,
	cannedResponse,
	operation,
	optional,
	stored,
	text,
} from '../../../shared/vocabulary';

export const update = operation({
	name: 'Update',
	action: 'Update a canned response',
	gives: 'Returns the canned response with its new text or short code',
	request: 'PATCH /api/v1/accounts/{account_id}/canned_responses/{canned_response_id}',
	path: [account(), cannedResponse()],
	body: [
		optional(
			text('short_code', {
				hint: 'Shortcut that agents type. Must be unique in the account.',
				max: 255,
			}),
			text('content', { rows: 4 }),
		),
	],
	reply: stored(),
});
