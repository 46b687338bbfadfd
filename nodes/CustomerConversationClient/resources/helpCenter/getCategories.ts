import { operation, records, simplified, whole } from '../../../shared/vocabulary';
import { CATEGORY } from './parts/article';
import { portalLocale, portalSlug } from './parts/place';

export const getCategories = operation({
	name: 'Get Categories',
	action: 'Get the categories of a help center',
	gives: 'One item for each category, in all languages',
	request: 'GET /hc/{portal_slug}/{locale}/categories.json',
	path: [portalSlug(), portalLocale('Any code: it changes nothing')],
	reply: simplified(records('payload', whole), CATEGORY),
});
