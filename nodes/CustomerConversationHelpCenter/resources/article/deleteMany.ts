import { account, operation, portal } from '../../../shared/vocabulary';
import { articleIds } from './parts/many';

export const deleteMany = operation({
	name: 'Delete Many',
	action: 'Delete many articles',
	gives: 'Returns success after they are deleted',
	needs: { role: 'administrator', since: '4.14' },
	description: 'Skips articles that are not in the portal',
	request:
		'DELETE /api/v1/accounts/{account_id}/portals/{portal_slug}/articles/bulk_actions/delete_articles',
	path: [account(), portal()],
	body: [articleIds()],
});
