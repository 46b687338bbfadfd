import { explaining } from '../../../shared/tasks/explain';
import { operation, record, simplified, text } from '../../../shared/vocabulary';
import { ARTICLE } from './parts/article';
import { portalSlug } from './parts/place';

export const getArticle = operation({
	name: 'Get Article',
	action: 'Get an article of a help center',
	gives: 'The article with its text',
	description: 'Drafts and archived ones, too',
	request: 'GET /hc/{portal_slug}/articles/{article_slug}.json',
	path: [portalSlug(), text('article_slug', { hint: 'Such as 1795244519-refund-rules' })],
	reply: simplified(record(), ARTICLE),
	run: explaining(() => 'There may be no article of this slug: some servers answer 500 then.'),
});
