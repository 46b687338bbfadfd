import { account, operation } from '../../../shared/vocabulary';
import { whyNoLabel } from '../../tasks/noMatch';
import { order, reply, withLabels } from './parts/listing';

export const getAll = operation({
	name: 'Get Many',
	action: 'Get many contacts',
	gives: 'Returns one item per contact, in the order you choose',
	description: 'Only lists contacts that have an email, phone number or identifier',
	request: 'GET /api/v1/accounts/{account_id}/contacts',
	path: [account()],
	query: [order(), withLabels()],
	reply,
	empty: whyNoLabel,
});
