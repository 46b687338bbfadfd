import { account, contact, operation, records, whole } from '../../../shared/vocabulary';

export const getOrders = operation({
	name: 'Get Orders',
	action: 'Get the orders of a contact',
	gives: 'Returns one item per order of the contact',
	needs: { since: '4.0.4' },
	description: 'Shopify finds the contact by email or phone number',
	request: 'GET /api/v1/accounts/{account_id}/integrations/shopify/orders',
	path: [account()],
	query: [contact()],
	reply: records('orders', whole),
});
