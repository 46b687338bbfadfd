import { account, operation, text } from '../../../shared/vocabulary';
import { whyNoContact } from '../../tasks/noMatch';
import { order, reply, withLabels } from './parts/listing';

/** Chatwoot 4.10 only finds contacts that have an email, phone number or identifier. */
export const search = operation({
	name: 'Search',
	action: 'Search contacts',
	gives: 'Returns one item per contact with the text in one of its fields',
	request: 'GET /api/v1/accounts/{account_id}/contacts/search',
	path: [account()],
	query: [
		text('q', {
			label: 'Search Text',
			hint: 'Text to find in name, email, phone number or identifier (on Chatwoot 4.10 also company). Case-insensitive except for the identifier.',
		}),
		order(),
		withLabels(),
	],
	reply,
	empty: whyNoContact,
});
