import { cameWith, pick, type Settings } from './fields';

/** Languages of accounts and help center portals: Chatwoot answers 500 to any other. */
export const LOCALES: Record<string, string> = {
	ar: 'Arabic',
	bg: 'Bulgarian',
	ca: 'Catalan',
	zh_CN: 'Chinese (China)',
	zh_TW: 'Chinese (Taiwan)',
	cs: 'Czech',
	da: 'Danish',
	nl: 'Dutch',
	en: 'English',
	et: 'Estonian',
	fi: 'Finnish',
	fr: 'French',
	de: 'German',
	el: 'Greek',
	he: 'Hebrew',
	hu: 'Hungarian',
	is: 'Icelandic',
	id: 'Indonesian',
	it: 'Italian',
	ja: 'Japanese',
	ko: 'Korean',
	lv: 'Latvian',
	lt: 'Lithuanian',
	ml: 'Malayalam',
	no: 'Norwegian',
	fa: 'Persian',
	pl: 'Polish',
	pt: 'Portuguese',
	pt_BR: 'Portuguese (Brazil)',
	ro: 'Romanian',
	ru: 'Russian',
	sr: 'Serbian',
	sk: 'Slovak',
	es: 'Spanish',
	sv: 'Swedish',
	ta: 'Tamil',
	th: 'Thai',
	tr: 'Turkish',
	uk: 'Ukrainian',
	uz: 'Uzbek',
	vi: 'Vietnamese',
};

/** For `since`: the releases that know one or more languages. */
export const knownLocales = cameWith('4.16', 'et', 'uz');

/** The language of an account, a category or an article. */
export const locale = (settings: Settings = {}) =>
	pick('locale', LOCALES, { default: 'en', since: knownLocales, ...settings });
