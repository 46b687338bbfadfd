import { asIs, urlOf, type Shape } from '../../../../shared/vocabulary';

/** The locale is null without a category: the service does not return it. */
export const ARTICLE: Shape = {
	...asIs('id', 'title', 'slug', 'status', 'description', 'content', 'draft_title'),
	...asIs('draft_content', 'position', 'views'),
	category_id: 'category.id',
	category_name: 'category.name',
	locale: 'category.locale',
	author_id: 'author.id',
	author_name: 'author.name',
	translations: ['associated_articles', asIs('id', 'title', 'status', 'category_id')],
	...asIs('updated_at'),
	...urlOf('article'),
};
