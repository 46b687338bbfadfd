import { account, operation } from '../../../shared/vocabulary';
import { order, reply, withLabels } from './parts/listing';

/** Lists only contacts that have an e-mail, a phone number or an identifier. */
export const getAll = operation({
	name: 'Get Many',
	action: 'Get many contacts',
	gives: 'One item for each contact, in the chosen order',
	request: 'GET /api/v1/accounts/{account_id}/contacts',
	path: [account()],
	query: [order(), withLabels()],
	reply,
});
