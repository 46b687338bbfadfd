import { asIs, type Shape } from '../../../../shared/vocabulary';

export const CATEGORY: Shape = {
	...asIs('id', 'name', 'slug', 'locale', 'description', 'position', 'icon', 'icon_color'),
	parent_category_id: 'parent_category.id',
	associated_category_id: 'root_category.id',
	related_categories: ['related_categories', asIs('id', 'name', 'slug', 'locale')],
	articles_count: 'meta.articles_count',
};
