import { explaining } from '../../../shared/explain';
import { text } from '../../../shared/fields';
import { operation, record, simplified } from '../../../shared/operation';
import { ARTICLE } from './article';
import { portalSlug } from './place';

export const getArticle = operation({
	name: 'Get Article',
	action: 'Get an article of a help center',
	description: 'Drafts and archived ones, too',
	request: 'GET /hc/{portal_slug}/articles/{article_slug}.json',
	path: [portalSlug(), text('article_slug', { hint: 'Such as 1795244519-refund-rules' })],
	reply: simplified(record(), ARTICLE),
	run: explaining(() => 'There may be no article of this slug: some servers answer 500 then.'),
});
