import {
	account,
	byPage,
	operation,
	optional,
	records,
	simplified,
	zone,
} from '../../../shared/vocabulary';
import { FOUND_CONTACT } from './parts/simple';
import { bounds, searchText } from './parts/searching';

/** The service's order leaves those of the same or no activity open, and it takes no other. */
export const contacts = operation({
	name: 'Search Contacts',
	action: 'Search contacts of the whole account',
	gives: 'One short item for each contact, latest activity first',
	description:
		'Of more than 15 it may miss some, as those of the same or no activity have no fixed order; Contact → Search gives whole ones, in an order of choice',
	request: 'GET /api/v1/accounts/{account_id}/search/contacts',
	path: [account()],
	query: [
		searchText('Found anywhere in name, e-mail, phone number or identifier'),
		optional(...bounds()),
	],
	options: [optional(zone())],
	reply: simplified(records('payload.contacts', byPage(15)), FOUND_CONTACT),
});
