import {
	account,
	byPage,
	operation,
	optional,
	records,
	simplified,
	zone,
} from '../../../shared/vocabulary';
import { FOUND_ARTICLE } from './parts/simple';
import { bounds, searchText } from './parts/searching';

/** The order of the service's full-text search. */
const BY_RANK = { by: 'rank desc, id', unique: 'the id is the last key' };

export const articles = operation({
	name: 'Search Articles',
	action: 'Search articles of the help center',
	gives: 'One item for each article of the help center',
	needs: { since: '4.3' },
	description: 'Finds drafts, too',
	request: 'GET /api/v1/accounts/{account_id}/search/articles',
	path: [account()],
	query: [searchText('Words or beginnings of words'), optional(...bounds())],
	options: [optional(zone())],
	reply: simplified(records('payload.articles', byPage(15, BY_RANK)), FOUND_ARTICLE),
});
