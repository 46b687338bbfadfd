import { account, categories, operation, portal } from '../../../shared/vocabulary';
import { placing } from './parts/placing';

export const reorder = operation({
	name: 'Reorder',
	action: 'Reorder categories',
	gives: 'Success',
	needs: { role: 'administrator', since: '4.12' },
	description: 'Gives them the positions 10, 20, 30 …; where one is unknown nothing changes',
	request: 'POST /api/v1/accounts/{account_id}/portals/{portal_slug}/categories/reorder',
	path: [account(), portal()],
	body: [categories('category_ids', { as: 'positions_hash', hint: 'In their new order' })],
	run: placing,
});
