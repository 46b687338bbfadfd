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

/** The releases that store attributes of companies. */
export const ATTRIBUTED: Settings = { since: '4.14' };

export const companyName = (settings: Settings = {}) => text('name', { max: 100, ...settings });

/**
 * Sent in lower case: the service stores each spelling as another domain, and only finds the companies
 * of email addresses by lower case. It stores one empty domain, and fails at the second.
 */
export const domain = (settings: Settings = {}): Field => {
	const kind = text('domain', {
		placeholder: 'e.g. example.com',
		hint: 'Must be unique in the account. Contacts with an email address of this domain join the company.',
		...settings,
	});
	return {
		...kind,
		convert: (value, reading) => {
			const converted = String(kind.convert(value, reading)).trim().toLowerCase();
			if (/[\s/:?#@]/.test(converted))
				throw new BadInput('must be a domain such as example.com, without https:// or a path');
			return converted;
		},
	};
};

/** The optional fields of a company. @param merged what happens to custom attributes that are not set, as an extra sentence */
export const details = (merged = '') => [
	text('description', { rows: 4, max: 1000, clear: null }),
	customAttributes('company_attribute', merged, ATTRIBUTED),
];

export const additionalAttributes = (more = '') =>
	json('additional_attributes', {
		...ATTRIBUTED,
		shown: false,
		hint: `Object with any keys, which Chatwoot stores but never returns.${more}`,
	});

/**
 * Without an order the pages of the service repeat and miss companies. Sorting by contacts or last
 * activity does not help: the service sorts by any second key first.
 */
export const order = (): Part =>
	sort(['name', 'domain', 'created_at'], {
		hint: "To sort by number of contacts or last activity, use n8n's Sort node",
	});
