import { operation } from '../../../shared/vocabulary';
import { portalLocale, portalSlug } from './parts/place';

export const getPortal = operation({
	name: 'Get Portal',
	action: 'Get a help center portal',
	description: 'With its categories and the number of articles in all languages',
	request: 'GET /hc/{portal_slug}/{locale}.json',
	path: [portalSlug(), portalLocale('Any code: it changes nothing')],
});
