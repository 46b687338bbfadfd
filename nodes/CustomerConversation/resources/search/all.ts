import {
	account,
	integer,
	MESSAGE,
	operation,
	optional,
	record,
	simplified,
	zone,
} from '../../../shared/vocabulary';
import { FOUND_ARTICLE, FOUND_CONTACT, FOUND_CONVERSATION } from './parts/simple';
import { bounds, searchText } from './parts/searching';

export const all = operation({
	name: 'Search All',
	action: 'Search all records',
	gives: 'Returns one item with conversations, contacts, messages and articles',
	description: 'Each list has at most 15 entries',
	request: 'GET /api/v1/accounts/{account_id}/search',
	path: [account()],
	query: [
		searchText('Text to find in contacts, conversation IDs, messages and articles'),
		optional(
			integer('page', { hint: 'Page of 15 entries per list, starting at 1', range: [1, Infinity] }),
			...bounds(),
		),
	],
	options: [optional(zone())],
	reply: simplified(record('payload'), {
		conversations: ['conversations', FOUND_CONVERSATION],
		contacts: ['contacts', FOUND_CONTACT],
		messages: ['messages', MESSAGE],
		articles: ['articles', FOUND_ARTICLE],
	}),
});
