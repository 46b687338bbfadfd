import { operation } from '../../../shared/vocabulary';
import { userId } from '../../tasks/users';

export const getLoginLink = operation({
	name: 'Get Login Link',
	action: 'Get a login link for a user',
	gives: 'Returns a link that signs the user in',
	description:
		'Anyone who opens the link is signed in as the user: treat it like a password. It works once, within five minutes.',
	request: 'GET /platform/api/v1/users/{user_id}/login',
	path: [userId()],
});
