import { account, category, nothing, operation, portal } from '../../../shared/vocabulary';
import { articleIds } from './parts/many';

export const setCategoryOfMany = operation({
	name: 'Set Category of Many',
	action: 'Set the category of many articles',
	gives: 'Returns success after they are moved',
	needs: { role: 'administrator', since: '4.14.1' },
	description:
		'The articles move to the end of the category and get its language. Articles that are not in the portal are skipped.',
	request:
		'PATCH /api/v1/accounts/{account_id}/portals/{portal_slug}/articles/bulk_actions/update_category',
	path: [account(), portal()],
	body: [articleIds(), category()],
	reply: nothing,
});
