import type { IDataObject } from 'n8n-workflow';
import {
	includeSecrets,
	operation,
	optional,
	record,
	simplified,
} from '../../../shared/vocabulary';
import { userId } from '../../tasks/users';

export const getAccessToken = operation({
	name: 'Get Access Token',
	action: 'Get the access token of a user',
	gives: 'Returns the API access token of the user',
	needs: { since: '4.3' },
	description: 'Enable Include Secrets to get the token instead of ***. No new token is created.',
	request: 'POST /platform/api/v1/users/{user_id}/token',
	path: [userId()],
	options: [optional(includeSecrets())],
	reply: simplified(record(), {
		user_name: 'user.name',
		user_email: 'user.email',
		access_token: 'access_token',
	}),
	run: async ({ request, send }) => [(await send({ ...request, reads: true })) as IDataObject],
});
