import { explaining } from '../../../shared/tasks/explain';
import { operation, record, simplified } from '../../../shared/vocabulary';
import { ARTICLE } from './parts/article';
import { articleSlug, portalSlug } from './parts/place';

export const getArticle = operation({
	name: 'Get Article',
	action: 'Get an article of a help center',
	gives: 'The article with its text',
	description: 'Drafts and archived ones, too',
	request: 'GET /hc/{portal_slug}/articles/{article_slug}.json',
	path: [portalSlug(), articleSlug()],
	reply: simplified(record(), ARTICLE),
	run: explaining(() => 'There may be no article of this slug: some servers answer 500 then.'),
});
