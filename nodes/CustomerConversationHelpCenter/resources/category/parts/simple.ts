import { own, type Shape } from '../../../../shared/vocabulary';

export const CATEGORY: Shape = {
	...own('id', 'name', 'slug', 'locale', 'description', 'position', 'icon', 'icon_color'),
	parent_category_id: 'parent_category.id',
	associated_category_id: 'root_category.id',
	related_categories: ['related_categories', own('id', 'name', 'slug', 'locale')],
	articles_count: 'meta.articles_count',
};
