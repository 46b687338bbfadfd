import { fileNamed, operation } from '../../../shared/vocabulary';
import { articleSlug, portalSlug } from './parts/place';

export const getArticleMarkdown = operation({
	name: 'Get Article Markdown',
	action: 'Get the markdown of an article of a help center',
	gives: 'Returns a file with the content, which is also in the item as text',
	needs: { since: '4.14.1' },
	description: 'Published articles only',
	request: 'GET /hc/{portal_slug}/articles/{article_slug}.md',
	path: [portalSlug(), articleSlug()],
	reply: fileNamed('article.md'),
});
