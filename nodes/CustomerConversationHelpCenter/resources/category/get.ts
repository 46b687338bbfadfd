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
	gives: 'The category with its related ones',
	needs: { role: 'administrator' },
	description: 'Agents may use "Get Many"',
	request: 'GET /api/v1/accounts/{account_id}/portals/{portal_slug}/categories/{category_id}',
	path: [account(), portal(), category()],
	reply: simplified(record('payload'), CATEGORY),
});
