import { operation, records, whole } from '../../../shared/vocabulary';
import { portalLocale, portalSlug } from './parts/place';

export const getCategories = operation({
	name: 'Get Categories',
	action: 'Get the categories of a help center',
	description: 'Those of all languages',
	request: 'GET /hc/{portal_slug}/{locale}/categories.json',
	path: [portalSlug(), portalLocale('Any code: it changes nothing')],
	reply: records('payload', whole),
});
