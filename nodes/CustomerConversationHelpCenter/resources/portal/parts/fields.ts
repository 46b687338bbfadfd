import { BadInput } from '../../../../shared/faults';
import { color, file, flag, inbox, text, url, type Field } from '../../../../shared/vocabulary';
import { config } from './config';
import { slug } from './slug';

export const portalSlug = () =>
	slug({
		placeholder: 'e.g. help-center',
		hint: 'Part of the URL. Must be unique in the whole installation.',
	});

const host = text('custom_domain', {
	placeholder: 'e.g. help.example.com',
	hint: 'Host name without https://',
	clear: '',
});

/** Only a host name: the service fails on blanks, and an update stores a scheme and path that a create removes. */
const customDomain = (): Field => ({
	...host,
	convert: (value, reading) => {
		const converted = String(host.convert(value, reading)).trim();
		if (/[\s/:?#@]/.test(converted))
			throw new BadInput('must be a host name such as help.example.com, without https:// and path');
		return converted;
	},
});

/** The optional fields of a portal. */
export const details = (inboxHint: string) => [
	// If it is cleared, newer releases show a default.
	color('color', { clear: null, shown: false }),
	customDomain(),
	text('header_text', { clear: '' }),
	url('homepage_link', { clear: '' }),
	text('page_title', { clear: null }),
	flag('archived', { hint: 'Whether the portal is hidden' }),
	...config(),
	inbox('inbox_id', { hint: inboxHint, clear: null, shown: 'inbox.id' }),
	file('logo', {
		label: 'Logo Binary Field',
		hint: 'Name of the input binary field that contains the image',
		types: ['image/jpeg', 'image/png', 'image/gif', 'image/webp'],
		megabytes: 4,
	}),
	text('blob_id', {
		label: 'Logo Blob ID',
		hint: 'Blob ID of an image that File → Upload returned. Use it instead of Logo Binary Field.',
		shown: false,
	}),
];
