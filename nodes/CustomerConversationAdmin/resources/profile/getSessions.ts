import { operation, records, whole } from '../../../shared/vocabulary';

/** The latest activity first. */
export const getSessions = operation({
	name: 'Get Sessions',
	action: 'Get the sessions of the own profile',
	gives: 'One item for each sign-in with a password, latest activity first',
	needs: { since: '4.15' },
	description: 'The use of a token is no session',
	request: 'GET /api/v1/profile/sessions',
	reply: records('', whole),
});
