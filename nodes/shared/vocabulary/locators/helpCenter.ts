import type { Locator } from '../picking/picking';
import { ARTICLES, CATEGORIES } from '../lists/lists';
import { locator, several } from '../picking/locator';
import { ACCOUNT_API, DASHBOARD } from '../paths';

const PORTAL = `${ACCOUNT_API}/portals/{portal_slug}`;

/** An article of a portal. */
export const article = locator({
	name: 'article_id',
	title: 'Article',
	method: 'articles',
	list: `${PORTAL}/articles`,
	search: { list: `${PORTAL}/articles?query=` },
	rows: 'payload',
	pages: ARTICLES.pages,
	label: ['title', 'slug'],
	details: ['category.locale', 'category.name', 'status'],
	url: `${DASHBOARD}/portals`,
	address: /\/articles\/(?:(?:[^/]+\/)?edit\/)?(\d+)/,
});

const aCategory: Locator = {
	name: 'category_id',
	title: 'Category',
	method: 'categories',
	list: `${PORTAL}/categories`,
	rows: 'payload',
	pages: CATEGORIES.pages,
	label: ['name', 'slug'],
	details: ['locale'],
	url: `${DASHBOARD}/portals`,
};
export const category = locator(aCategory);
export const categories = several(aCategory);

/** Lists of articles filter by the category's slug, which categories of several languages may share. */
export const categorySlug = locator({
	...aCategory,
	name: 'category_slug',
	method: 'categorySlugs',
	value: 'slug',
	slug: true,
});

const aPortal: Locator = {
	name: 'portal_id',
	title: 'Portal',
	method: 'portalIds',
	list: `${ACCOUNT_API}/portals`,
	rows: 'payload',
	label: ['name', 'slug'],
};

/** Inboxes refer to portals by id. */
export const portalId = locator(aPortal);

export const portal = locator({
	...aPortal,
	name: 'portal_slug',
	slug: true,
	method: 'portals',
	value: 'slug',
	url: `${DASHBOARD}/portals`,
	address: /\/portals\/([^/?#]+)\/[^/?#]/,
});
