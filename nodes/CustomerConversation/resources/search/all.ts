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
	action: 'Search all kinds of records',
	gives: 'One item with lists of conversations, contacts, messages, articles',
	description: 'At most 15 in each list',
	request: 'GET /api/v1/accounts/{account_id}/search',
	path: [account()],
	query: [
		searchText('Found in what the searches for each kind of record look at'),
		optional(
			integer('page', { hint: 'Which 15 of each list, from 1', range: [1, Infinity] }),
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
