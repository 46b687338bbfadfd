import {
	includeSecrets,
	operation,
	optional,
	PROFILE,
	record,
	simplified,
} from '../../../shared/vocabulary';

export const resetAccessToken = operation({
	name: 'Reset Access Token',
	action: 'Reset the own access token',
	gives: 'The user with the new access token',
	needs: { since: '4.3' },
	description:
		"Cannot be undone. The credential's own token stops working at once, in every workflow; Include Secrets shows the new one.",
	request: 'POST /api/v1/profile/reset_access_token',
	options: [optional(includeSecrets())],
	reply: simplified(record(), { ...PROFILE, access_token: 'access_token' }),
});
