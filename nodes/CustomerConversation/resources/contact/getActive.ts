import { account, operation, optional } from '../../../shared/vocabulary';
import { includeInboxes, order, reply } from './parts/listing';

export const getActive = operation({
	name: 'Get Online',
	action: 'Get contacts that are online',
	gives: 'One item for each contact who is on the website now',
	description:
		'Those who had a website widget open within the last 90 seconds; on Chatwoot 4.10 within 20',
	request: 'GET /api/v1/accounts/{account_id}/contacts/active',
	path: [account()],
	query: [order(), optional(includeInboxes())],
	reply,
});
