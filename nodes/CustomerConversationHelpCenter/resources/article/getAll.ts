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
	gives: 'One item for each article; those of a category by position',
	request: 'GET /api/v1/accounts/{account_id}/portals/{portal_slug}/articles',
	path: [account(), portal()],
	query: [
		optional(
			text('query', { label: 'Search Text' }),
			status({ hint: 'Default: all' }),
			categorySlug('category_slug', { hint: 'In all languages that have a category of this slug' }),
			locale({ hint: 'Default: all languages' }),
			agent('author_id', { label: 'Author' }),
		),
	],
	reply: simplified(ARTICLES, ARTICLE),
});
