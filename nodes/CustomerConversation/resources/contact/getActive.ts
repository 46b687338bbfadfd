import { account, operation, optional } from '../../../shared/vocabulary';
import { includeInboxes, order, reply } from './parts/listing';

export const getActive = operation({
	name: 'Get Online Contacts',
	action: 'Get online contacts',
	gives: 'Returns one item per contact who is on your website now',
	description:
		'Online means that the website widget was open in the last 90 seconds (20 on Chatwoot 4.10)',
	request: 'GET /api/v1/accounts/{account_id}/contacts/active',
	path: [account()],
	query: [order(), optional(includeInboxes())],
	reply,
});
