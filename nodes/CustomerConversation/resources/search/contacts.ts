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

/** Contacts without activity, such as all of an import, have the same place in it; the service takes no other. */
const BY_ACTIVITY = {
	by: 'last_activity_at desc',
	advice: 'Use Contact → Search, which can read the contacts in another order.',
};

export const contacts = operation({
	name: 'Search Contacts',
	action: 'Search contacts of the whole account',
	gives: 'One short item for each contact, latest activity first',
	description:
		'Fails if the service cannot list all matches, as for many contacts without activity. Contact → Search lists them.',
	request: 'GET /api/v1/accounts/{account_id}/search/contacts',
	path: [account()],
	query: [
		searchText('Found anywhere in name, e-mail, phone number or identifier'),
		optional(...bounds()),
	],
	options: [optional(zone())],
	reply: simplified(records('payload.contacts', byPage(15, BY_ACTIVITY)), FOUND_CONTACT),
});
