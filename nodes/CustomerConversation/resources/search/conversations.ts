import {
	account,
	byPage,
	NEWEST_FIRST,
	operation,
	optional,
	records,
	simplified,
	zone,
} from '../../../shared/vocabulary';
import { FOUND_CONVERSATION } from './parts/simple';
import { bounds, searchText } from './parts/searching';

/** Newest first. Records are slim, with one message each. */
export const conversations = operation({
	name: 'Search Conversations',
	action: 'Search conversations by contact or number',
	gives: 'One short item for each conversation, with one of its messages',
	request: 'GET /api/v1/accounts/{account_id}/search/conversations',
	path: [account()],
	query: [
		searchText(
			'Found anywhere in the conversation number and in name, e-mail, phone number or identifier of the contact, not in messages',
		),
		optional(...bounds()),
	],
	options: [optional(zone())],
	reply: simplified(records('payload.conversations', byPage(15, NEWEST_FIRST)), FOUND_CONVERSATION),
});
