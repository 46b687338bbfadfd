import { resource } from '../../../shared/vocabulary';
import { getArticle } from './getArticle';
import { getArticles } from './getArticles';
import { getCategories } from './getCategories';
import { getPortal } from './getPortal';

export const helpCenter = resource('Help Center', {
	getArticles,
	getArticle,
	getCategories,
	getPortal,
});
