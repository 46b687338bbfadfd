import {
	account,
	agent,
	ARTICLES,
	categorySlug,
	locale,
	operation,
	optional,
	portal,
	simplified,
	text,
} from '../../../shared/vocabulary';
import { status } from './parts/fields';
import { ARTICLE } from './parts/simple';

export const getAll = operation({
	name: 'Get Many',
	action: 'Get many articles',
	gives: 'Returns one item per article, within a category by position',
	request: 'GET /api/v1/accounts/{account_id}/portals/{portal_slug}/articles',
	path: [account(), portal()],
	query: [
		optional(
			text('query', { label: 'Search Text' }),
			status({ hint: 'Default: all' }),
			categorySlug('category_slug', {
				hint: 'Articles in all languages that have a category with this slug',
			}),
			locale({ hint: 'Default: all languages' }),
			agent('author_id', { label: 'Author' }),
		),
	],
	reply: simplified(ARTICLES, ARTICLE),
});
