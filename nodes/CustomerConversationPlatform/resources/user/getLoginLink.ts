import { operation } from '../../../shared/vocabulary';
import { userId } from '../../tasks/users';

export const getLoginLink = operation({
	name: 'Get Login Link',
	action: 'Get a login link for a user',
	gives: 'A link with which the user is signed in',
	description:
		'Whoever opens the link is signed in as the user: treat it as a password. It works once, within five minutes.',
	request: 'GET /platform/api/v1/users/{user_id}/login',
	path: [userId()],
});
