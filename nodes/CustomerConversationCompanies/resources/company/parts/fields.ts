import { BadInput } from '../../../../shared/faults';
import { customAttributes } from '../../../../shared/parts/attributes';
import {
	json,
	sort,
	text,
	type Field,
	type Part,
	type Settings,
} from '../../../../shared/vocabulary';

/** Which releases keep attributes of companies. */
export const ATTRIBUTED: Settings = { since: '4.14' };

export const companyName = (settings: Settings = {}) => text('name', { max: 100, ...settings });

/**
 * The service keeps spellings apart, and finds the companies of e-mail addresses in small letters alone.
 * An empty one it keeps, and fails at the second.
 */
export const domain = (settings: Settings = {}): Field => {
	const kind = text('domain', {
		placeholder: 'e.g. example.com',
		hint: 'Unique in the account. Contacts join the company by the domains of their e-mail addresses.',
		...settings,
	});
	return {
		...kind,
		convert: (value, reading) => {
			const given = String(kind.convert(value, reading)).trim().toLowerCase();
			if (/[\s/:?#@]/.test(given))
				throw new BadInput('must be a domain such as example.com, without https:// and path');
			return given;
		},
	};
};

/** What a company may have beside name, domain and picture. @param merged what becomes of attributes that are not given */
export const details = (merged = '') => [
	text('description', { rows: 4, max: 1000, clear: null }),
	customAttributes(merged, ATTRIBUTED),
];

export const additionalAttributes = (more = '') =>
	json('additional_attributes', {
		...ATTRIBUTED,
		shown: false,
		hint: `Object with free keys, which the service keeps and never shows.${more}`,
	});

/**
 * Without an order the service's pages repeat and miss companies. By contacts or last activity it
 * cannot give whole lists: it puts any second key before them.
 */
export const order = (): Part =>
	sort(['name', 'domain', 'created_at'], {
		hint: "For the number of contacts and the last activity take n8n's Sort node",
	});
