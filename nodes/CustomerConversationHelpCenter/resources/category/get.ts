import {
	account,
	category,
	operation,
	portal,
	record,
	simplified,
} from '../../../shared/vocabulary';
import { CATEGORY } from './parts/simple';

export const get = operation({
	name: 'Get',
	action: 'Get a category',
	gives: 'Returns the category with its related categories',
	needs: { role: 'administrator' },
	description: 'Agents can use Get Many instead',
	request: 'GET /api/v1/accounts/{account_id}/portals/{portal_slug}/categories/{category_id}',
	path: [account(), portal(), category()],
	reply: simplified(record('payload'), CATEGORY),
});
