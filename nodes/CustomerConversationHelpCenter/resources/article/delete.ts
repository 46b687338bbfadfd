import { account, article, operation, portal } from '../../../shared/vocabulary';

export const deleteArticle = operation({
	name: 'Delete',
	action: 'Delete an article',
	gives: 'Returns the ID of the deleted article',
	needs: { role: 'administrator' },
	request: 'DELETE /api/v1/accounts/{account_id}/portals/{portal_slug}/articles/{article_id}',
	path: [account(), portal(), article()],
});
