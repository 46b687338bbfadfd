import { email, json, locale, pick, text } from '../../../../shared/vocabulary';
import { features } from './features';
import { limits } from './limits';

/** Status and locale cannot be emptied: an account without a status counts as suspended. */
export const details = () => [
	locale(),
	text('domain', {
		hint: 'Domain for incoming email, e.g. reply.example.com',
		max: 100,
		clear: null,
	}),
	// If the account has none, replies show the server's support email, if there is one.
	email('support_email', { clear: null, shown: false }),
	pick('status', { active: 'Active', suspended: 'Suspended' }),
	features(),
	limits(),
	json('custom_attributes', {
		hint: 'Object with any keys. An update replaces the whole object.',
		clear: {},
	}),
];
