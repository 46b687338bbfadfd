import {
	byPage,
	fixed,
	operation,
	optional,
	pick,
	records,
	simplified,
	text,
	type Order,
} from '../../../shared/vocabulary';
import { ARTICLE } from './parts/article';
import { portalLocale, portalSlug } from './parts/place';

/** Rows of a page. Without a size, the service sends all rows and ignores the page. */
const PAGE = 25;

/** Rows tie: each category counts its positions separately, and most articles have few views. */
const BY_POSITION: Order = {
	by: 'position, or views desc',
	again: {
		query: { per_page: undefined },
		whole: true,
		order: { by: 'position, or views desc' },
		sort: (rows) => rows,
	},
};

export const getArticles = operation({
	name: 'Get Articles',
	action: 'Get the articles of a help center',
	gives: 'Returns one item per published article in one language',
	request: 'GET /hc/{portal_slug}/{locale}/articles.json',
	path: [portalSlug(), portalLocale('Code of a language of the portal, e.g. en or pt_BR')],
	query: [
		fixed({ per_page: PAGE }),
		optional(
			text('query', { label: 'Search Text' }),
			pick('sort', { position: 'Position', views: 'Views' }, { hint: 'Default: position' }),
		),
	],
	reply: simplified(
		records(
			'payload',
			byPage(PAGE, BY_POSITION, { total: 'meta.articles_count', unless: ['query'] }),
		),
		ARTICLE,
	),
});
