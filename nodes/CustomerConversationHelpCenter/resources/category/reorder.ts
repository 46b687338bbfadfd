import { account, categories, nothing, operation, portal } from '../../../shared/vocabulary';
import { placing } from './parts/placing';

export const reorder = operation({
	name: 'Reorder',
	action: 'Reorder categories',
	gives: 'Returns success',
	needs: { role: 'administrator', since: '4.12' },
	description: 'Sets the positions 10, 20, 30 and so on. If an ID is unknown, nothing changes.',
	request: 'POST /api/v1/accounts/{account_id}/portals/{portal_slug}/categories/reorder',
	path: [account(), portal()],
	body: [categories('category_ids', { as: 'positions_hash', hint: 'Categories in the new order' })],
	reply: nothing,
	run: placing,
});
