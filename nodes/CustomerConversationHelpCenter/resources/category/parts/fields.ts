import { categories, category, color, integer, locale, text } from '../../../../shared/vocabulary';

/** What a category may have beside name and slug. */
export const details = () => [
	locale({ hint: 'Must be a language of the portal. A new one without it is in English.' }),
	text('description', { clear: '' }),
	integer('position', { clear: null }),
	text('icon', {
		placeholder: 'e.g. 💶',
		hint: 'An emoji, or on Chatwoot 4.16 the name of an icon',
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
		hint: 'In an update they replace those before; the list cannot be emptied',
		shown: 'related_categories',
	}),
];
