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
	action: 'Reset your access token',
	gives: 'Returns the user with the new access token',
	needs: { since: '4.3' },
	description:
		'Cannot be undone. The token of this credential stops working immediately in every workflow. Enable Include Secrets to get the new one.',
	request: 'POST /api/v1/profile/reset_access_token',
	options: [optional(includeSecrets())],
	reply: simplified(record(), { ...PROFILE, access_token: 'access_token' }),
});
