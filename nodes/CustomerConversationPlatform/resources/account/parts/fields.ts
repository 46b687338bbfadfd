import { emailDomain, supportEmail } from '../../../../shared/parts/accountEmail';
import { json, locale, pick } from '../../../../shared/vocabulary';
import { features } from './features';
import { limits } from './limits';

/** Status and locale cannot be emptied: an account without a status counts as suspended. */
export const details = () => [
	locale(),
	emailDomain(),
	supportEmail(),
	pick('status', { active: 'Active', suspended: 'Suspended' }),
	features(),
	limits(),
	json('custom_attributes', {
		hint: 'Object with any keys. An update replaces the whole object.',
		clear: {},
	}),
];
