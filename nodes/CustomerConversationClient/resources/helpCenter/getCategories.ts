import { operation, records, simplified, whole } from '../../../shared/vocabulary';
import { CATEGORY } from './parts/article';
import { portalLocale, portalSlug } from './parts/place';

export const getCategories = operation({
	name: 'Get Categories',
	action: 'Get the categories of a help center',
	gives: 'Returns one item per category, in all languages',
	request: 'GET /hc/{portal_slug}/{locale}/categories.json',
	path: [portalSlug(), portalLocale('Any language code. It does not change the result.')],
	reply: simplified(records('payload', whole), CATEGORY),
});
