import { account, operation, optional, records, text, whole } from '../../../shared/vocabulary';

/** Without a search text, the order is not fixed. */
export const getAll = operation({
	name: 'Get Many',
	action: 'Get many canned responses',
	gives: 'Returns one item per canned response',
	request: 'GET /api/v1/accounts/{account_id}/canned_responses',
	path: [account()],
	query: [
		optional(
			text('search', {
				label: 'Search Text',
				hint: 'Text to find in short code and content, best match first. % and _ are wildcards.',
			}),
		),
	],
	reply: records('', whole),
});
