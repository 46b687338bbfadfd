import { account, operation, text } from '../../../shared/vocabulary';
import { order, reply, withLabels } from './parts/listing';

/** 4.10 finds only contacts that have an e-mail, a phone number or an identifier. */
export const search = operation({
	name: 'Search',
	action: 'Search contacts',
	gives: 'One item for each contact that has the text in a field',
	request: 'GET /api/v1/accounts/{account_id}/contacts/search',
	path: [account()],
	query: [
		text('q', {
			label: 'Search Text',
			hint: 'Found anywhere in name, e-mail, phone number or identifier, on Chatwoot 4.10 in the company, too; only the identifier minds upper and lower case',
		}),
		order(),
		withLabels(),
	],
	reply,
});
