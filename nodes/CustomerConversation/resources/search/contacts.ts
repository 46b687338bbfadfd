import {
	account,
	byPage,
	operation,
	optional,
	records,
	simplified,
	zone,
} from '../../../shared/vocabulary';
import { whyNoPhone } from '../../tasks/noMatch';
import { FOUND_CONTACT } from './parts/simple';
import { bounds, outOfBounds, searchText } from './parts/searching';

/** The service supports no other order. Contacts without activity, such as imported ones, tie in it. */
const BY_ACTIVITY = {
	by: 'last_activity_at desc',
	advice: 'Use Contact → Search, which can sort the contacts in other ways.',
};

export const contacts = operation({
	name: 'Search Contacts',
	action: 'Search contacts with latest activity first',
	gives: 'Returns one short item per contact, latest activity first',
	description:
		'Fails if Chatwoot cannot list all matches, e.g. if many contacts have no activity. In that case, use Contact → Search.',
	request: 'GET /api/v1/accounts/{account_id}/search/contacts',
	path: [account()],
	query: [
		searchText('Text to find in name, email, phone number or identifier'),
		optional(...bounds()),
	],
	options: [optional(zone())],
	reply: simplified(records('payload.contacts', byPage(15, BY_ACTIVITY)), FOUND_CONTACT),
	empty: (call) => [whyNoPhone(call), outOfBounds(call)],
});
