import { fileNamed, operation } from '../../../shared/vocabulary';
import { articleSlug, portalSlug } from './parts/place';

export const getArticleMarkdown = operation({
	name: 'Get Article Markdown',
	action: 'Get the text of an article of a help center',
	gives: 'A file with the text, which the item has as text, too',
	needs: { since: '4.14.1' },
	description: 'Published ones alone',
	request: 'GET /hc/{portal_slug}/articles/{article_slug}.md',
	path: [portalSlug(), articleSlug()],
	reply: fileNamed('article.md'),
});
