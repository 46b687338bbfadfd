import { asIs, inside, type Shape } from '../../../../shared/vocabulary';

export const PORTAL: Shape = {
	...asIs('id', 'slug', 'name', 'page_title', 'header_text', 'homepage_link', 'custom_domain'),
	...asIs('color', 'archived'),
	default_locale: 'meta.default_locale',
	locales: ['config.allowed_locales', asIs('code', 'articles_count', 'categories_count', 'draft')],
	inbox_id: 'inbox.id',
	inbox_name: 'inbox.name',
	logo_url: 'logo.file_url',
};

/** The service only sends these counts with a single portal. */
export const COUNTED: Shape = {
	...PORTAL,
	...inside(
		'meta',
		asIs(
			'all_articles_count',
			'published_count',
			'draft_articles_count',
			'archived_articles_count',
		),
	),
	categories_count: 'meta.categories_count',
};
