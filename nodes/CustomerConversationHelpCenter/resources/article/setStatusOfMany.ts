import { account, nothing, operation, portal } from '../../../shared/vocabulary';
import { status } from './parts/fields';
import { articleIds } from './parts/many';

export const setStatusOfMany = operation({
	name: 'Set Status of Many',
	action: 'Set the status of many articles',
	gives: 'Returns success after all have it',
	needs: { role: 'administrator', since: '4.14' },
	description:
		'Skips articles that are not in the portal. If an article to publish has no content, nothing changes.',
	request:
		'PATCH /api/v1/accounts/{account_id}/portals/{portal_slug}/articles/bulk_actions/update_status',
	path: [account(), portal()],
	body: [articleIds(), status()],
	reply: nothing,
});
