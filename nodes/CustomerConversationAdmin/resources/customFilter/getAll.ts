import { account, operation, optional, pick, records, whole } from '../../../shared/vocabulary';
import { KINDS } from './parts/fields';

export const getAll = operation({
	name: 'Get Many',
	action: 'Get many custom filters',
	gives: 'Returns one item per filter that you saved',
	request: 'GET /api/v1/accounts/{account_id}/custom_filters',
	path: [account()],
	query: [
		optional(
			pick('filter_type', KINDS, {
				label: 'Filters',
				hint: 'Default: Conversation. Chatwoot lists one kind at a time.',
			}),
		),
	],
	reply: records('', whole),
});
