import { whyUnseen } from '../../../shared/tasks/empty';
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
import { whyNoPhone } from '../../tasks/noMatch';
import { FOUND_CONVERSATION } from './parts/simple';
import { bounds, outOfBounds, searchText } from './parts/searching';

/** Newest first. Records are short, with one message each. */
export const conversations = operation({
	name: 'Search Conversations',
	action: 'Search conversations by ID or contact',
	gives: 'Returns one short item per conversation, with one of its messages',
	request: 'GET /api/v1/accounts/{account_id}/search/conversations',
	path: [account()],
	query: [
		searchText(
			"Text to find in the conversation ID and in the contact's name, email, phone number or identifier, not in messages",
		),
		optional(...bounds()),
	],
	options: [optional(zone())],
	reply: simplified(records('payload.conversations', byPage(15, NEWEST_FIRST)), FOUND_CONVERSATION),
	empty: async (call) => [whyNoPhone(call), outOfBounds(call), await whyUnseen(call)],
});
