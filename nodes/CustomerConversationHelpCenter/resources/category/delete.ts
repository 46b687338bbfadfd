import { account, category, operation, portal } from '../../../shared/vocabulary';

export const deleteCategory = operation({
	name: 'Delete',
	action: 'Delete a category',
	gives: 'Returns the ID of the deleted category',
	needs: { role: 'administrator' },
	description: 'Its articles are kept without a category',
	request: 'DELETE /api/v1/accounts/{account_id}/portals/{portal_slug}/categories/{category_id}',
	path: [account(), portal(), category()],
});
