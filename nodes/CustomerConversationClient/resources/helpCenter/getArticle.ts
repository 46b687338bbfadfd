import { explaining } from '../../../shared/tasks/explain';
import { operation, record, simplified } from '../../../shared/vocabulary';
import { ARTICLE } from './parts/article';
import { articleSlug, portalSlug } from './parts/place';

export const getArticle = operation({
	name: 'Get Article',
	action: 'Get an article of a help center',
	gives: 'Returns the article with its content',
	description: 'Also returns drafts and archived articles',
	request: 'GET /hc/{portal_slug}/articles/{article_slug}.json',
	path: [portalSlug(), articleSlug()],
	reply: simplified(record(), ARTICLE),
	run: explaining(
		() => 'There may be no article with this slug: some servers answer 500 in this case.',
	),
});
