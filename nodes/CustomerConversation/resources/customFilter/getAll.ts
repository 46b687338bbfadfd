import { optional, pick } from '../../../shared/fields';
import { account } from '../../../shared/locators';
import { operation, records, whole } from '../../../shared/operation';
import { KINDS } from './fields';

export const getAll = operation({
	name: 'Get Many',
	action: 'Get many custom filters',
	description: "Only those of the token's user",
	request: 'GET /api/v1/accounts/{account_id}/custom_filters',
	path: [account()],
	query: [
		optional(
			pick('filter_type', KINDS, {
				label: 'Filters',
				hint: 'Default: Conversation. The service lists one kind at a time.',
			}),
		),
	],
	reply: records('', whole),
});
