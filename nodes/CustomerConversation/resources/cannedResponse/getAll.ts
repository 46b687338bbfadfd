import { optional, text } from '../../../shared/fields';
import { account } from '../../../shared/locators';
import { operation, records, whole } from '../../../shared/operation';

/** Without a search in no fixed order. */
export const getAll = operation({
	name: 'Get Many',
	action: 'Get many canned responses',
	request: 'GET /api/v1/accounts/{account_id}/canned_responses',
	path: [account()],
	query: [
		optional(
			text('search', {
				label: 'Search Text',
				hint: 'Found anywhere in short code and content, best match first; % and _ are wildcards',
			}),
		),
	],
	reply: records('', whole),
});
