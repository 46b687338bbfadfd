import { resource } from '../../../shared/vocabulary';
import { getArticle } from './getArticle';
import { getArticleMarkdown } from './getArticleMarkdown';
import { getArticles } from './getArticles';
import { getCategories } from './getCategories';
import { getPortal } from './getPortal';

export const helpCenter = resource('Help Center', {
	getArticles,
	getArticle,
	getArticleMarkdown,
	getCategories,
	getPortal,
});
