import {
	account,
	CATEGORIES,
	locale,
	operation,
	optional,
	portal,
	simplified,
} from '../../../shared/vocabulary';
import { CATEGORY } from './parts/simple';

export const getAll = operation({
	name: 'Get Many',
	action: 'Get many categories',
	gives: 'Returns one item per category, ordered by position',
	request: 'GET /api/v1/accounts/{account_id}/portals/{portal_slug}/categories',
	path: [account(), portal()],
	query: [optional(locale({ hint: 'Default: all languages' }))],
	reply: simplified(CATEGORIES, CATEGORY),
});
