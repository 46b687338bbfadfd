import { asIs, inside, operation, record, simplified } from '../../../shared/vocabulary';
import { CATEGORY } from './parts/article';
import { portalLocale, portalSlug } from './parts/place';

export const getPortal = operation({
	name: 'Get Portal',
	action: 'Get a help center portal',
	gives: 'Returns the portal with its categories and number of articles in all languages',
	request: 'GET /hc/{portal_slug}/{locale}.json',
	path: [portalSlug(), portalLocale('Any language code. It does not change the result.')],
	reply: simplified(record(), {
		...asIs('slug', 'name', 'page_title', 'header_text', 'homepage_link', 'custom_domain'),
		...inside('meta', asIs('default_locale', 'articles_count', 'categories_count')),
		categories: ['categories', CATEGORY],
	}),
});
