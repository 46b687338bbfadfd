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
import { bounds, outOfBounds, searchText } from './parts/searching';

/** The order of the service's full-text search. */
const BY_RANK = { by: 'rank desc, id', unique: 'the id is the last key' };

export const articles = operation({
	name: 'Search Articles',
	action: 'Search articles',
	gives: 'Returns one item per article of the help center',
	needs: { since: '4.3' },
	description: 'Also finds drafts',
	request: 'GET /api/v1/accounts/{account_id}/search/articles',
	path: [account()],
	query: [searchText('Words to find, or their beginnings'), optional(...bounds())],
	options: [optional(zone())],
	reply: simplified(records('payload.articles', byPage(15, BY_RANK)), FOUND_ARTICLE),
	empty: outOfBounds,
});
