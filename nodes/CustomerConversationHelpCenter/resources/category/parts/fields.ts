import { categories, category, color, integer, locale, text } from '../../../../shared/vocabulary';

/** The optional fields of a category. */
export const details = () => [
	locale({ hint: 'Must be one of the languages of the portal. Default: English.' }),
	text('description', { clear: '' }),
	integer('position', { clear: null }),
	text('icon', {
		placeholder: 'e.g. 💶',
		hint: 'An emoji or, since Chatwoot 4.16, the name of an icon',
		clear: null,
	}),
	color('icon_color', { since: '4.16', clear: null }),
	category('parent_category_id', {
		label: 'Parent Category',
		clear: null,
		shown: 'parent_category.id',
	}),
	category('associated_category_id', {
		label: 'Translation Of',
		hint: 'The same category in the default language',
		clear: null,
		shown: 'root_category.id',
	}),
	categories('related_category_ids', {
		label: 'Related Category Names or IDs',
		hint: 'An update replaces the list. It cannot be emptied.',
		shown: 'related_categories',
	}),
];
