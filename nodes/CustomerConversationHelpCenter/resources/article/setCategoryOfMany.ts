import { account, category, operation, portal } from '../../../shared/vocabulary';
import { articleIds } from './parts/many';

export const setCategoryOfMany = operation({
	name: 'Set Category of Many',
	action: 'Set the category of many articles',
	gives: 'Success once they are moved',
	needs: { role: 'administrator', since: '4.14.1' },
	description:
		'They go to its end and take over its language. Passes over articles that are not in the portal.',
	request:
		'PATCH /api/v1/accounts/{account_id}/portals/{portal_slug}/articles/bulk_actions/update_category',
	path: [account(), portal()],
	body: [articleIds(), category()],
});
