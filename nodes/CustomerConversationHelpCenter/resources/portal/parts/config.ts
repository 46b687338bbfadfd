import {
	group,
	ids,
	LOCALES,
	knownLocales,
	noneTwice,
	optional,
	pick,
	picks,
	rows,
	text,
	type Field,
	type Part,
} from '../../../../shared/vocabulary';

/** The networks that the service accepts; it drops others. */
const NETWORKS = {
	facebook: 'Facebook',
	github: 'GitHub',
	instagram: 'Instagram',
	linkedin: 'LinkedIn',
	tiktok: 'TikTok',
	whatsapp: 'WhatsApp',
	x: 'X',
	youtube: 'YouTube',
};

const language = pick('locale', LOCALES, { label: 'Language', default: 'en' });

/**
 * Rows that are sent as one object, with the first cell of each row as its key. They replace all stored
 * rows.
 * @param valueOf makes the value from the other cells
 */
function keyed(
	name: string,
	[first, ...others]: [Field, ...Part[]],
	words: { label: string; placeholder: string; entries: string },
	valueOf: (rest: Record<string, unknown>) => unknown = (rest) => rest,
): Field {
	const hint = 'Replaces all current entries';
	const settings = { as: `config.${name}`, since: '4.16', clear: {}, hint, ...words };
	const typed = rows(name, [first, ...others], settings);
	return {
		...typed,
		convert: (value, reading) => {
			const converted = typed.convert(value, reading) as Array<Record<string, string>>;
			const made = converted.map(({ [first.as]: key, ...rest }): [string, unknown] => [
				key,
				valueOf(rest),
			]);
			noneTwice(
				first.property.displayName,
				made.map(([key]) => [key]),
			);
			return Object.fromEntries(made);
		},
	};
}

const socialLinks = () =>
	keyed(
		'social_profiles',
		[pick('network', NETWORKS), text('profile', { placeholder: 'e.g. acme' })],
		{ label: 'Social Links', placeholder: 'Add Link', entries: 'links' },
		({ profile }) => profile,
	);

const translations = () =>
	keyed(
		'locale_translations',
		[language, optional(text('header_text'), text('name'), text('page_title'))],
		{ label: 'Translations', placeholder: 'Add Language', entries: 'languages' },
	);

const popularContent = () =>
	keyed(
		'popular_content',
		[
			language,
			optional(
				ids('article_ids', { label: 'Article IDs', hint: 'The first six are shown' }),
				ids('category_ids', { label: 'Category IDs', hint: 'The first three are shown' }),
			),
		],
		{ label: 'Popular Content', placeholder: 'Add Language', entries: 'languages' },
	);

/** The settings of a portal, which are sent as one object. */
export const config = () => [
	// Before 4.16 the stored object is replaced, so a value that is not sent would be lost.
	group(
		'config',
		[
			picks('allowed_locales', LOCALES, { since: knownLocales }),
			pick('default_locale', LOCALES, { default: 'en', since: knownLocales }),
		],
		{ label: 'Locales', shown: false },
	),
	picks('draft_locales', LOCALES, {
		as: 'config.draft_locales',
		since: '4.16',
		hint: 'Languages that visitors cannot see yet',
		clear: [],
		shown: false,
	}),
	pick(
		'layout',
		{ classic: 'Classic', documentation: 'Documentation' },
		{ as: 'config.layout', since: '4.16' },
	),
	socialLinks(),
	translations(),
	popularContent(),
];
