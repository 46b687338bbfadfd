import { account, operation, portal } from '../../../shared/vocabulary';
import { status } from './parts/fields';
import { articleIds } from './parts/many';

export const setStatusOfMany = operation({
	name: 'Set Status of Many',
	action: 'Set the status of many articles',
	gives: 'Success once all have it',
	needs: { role: 'administrator', since: '4.14' },
	description:
		'Passes over articles that are not in the portal; where one to be published has no content nothing changes',
	request:
		'PATCH /api/v1/accounts/{account_id}/portals/{portal_slug}/articles/bulk_actions/update_status',
	path: [account(), portal()],
	body: [articleIds(), status()],
});
