import { operation, records, whole } from '../../../shared/vocabulary';

/** The latest activity first. */
export const getSessions = operation({
	name: 'Get Sessions',
	action: 'Get the sessions of the own profile',
	needs: { since: '4.15' },
	description: 'Where the user is signed in with a password; the use of a token is no session',
	request: 'GET /api/v1/profile/sessions',
	reply: records('', whole),
});
