import { asIs, type Shape } from '../../../../shared/vocabulary';

/** Without the portal and all its categories, which the service sends with each article. */
export const ARTICLE: Shape = {
	...asIs('id', 'title', 'content', 'description', 'status', 'slug', 'link', 'position', 'views'),
	category_id: 'category.id',
	category_slug: 'category.slug',
	locale: 'category.locale',
	author_name: 'author.name',
	last_updated_at: 'last_updated_at',
};

export const CATEGORY: Shape = {
	...asIs('name', 'slug', 'locale', 'description', 'position'),
	articles_count: 'meta.articles_count',
};
