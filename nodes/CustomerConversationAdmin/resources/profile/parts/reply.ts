import { flag, optional, PROFILE, record, simplified } from '../../../../shared/vocabulary';

/** Every reply contains the access token of the user. */
export const options = [
	optional(
		flag('include_secrets', {
			hint: 'Whether to return tokens instead of ***. Only works if Simplify is off.',
		}),
	),
];

export const reply = simplified(record(), PROFILE);
