import { operation, records, whole } from '../../../shared/vocabulary';

/** The latest activity first. */
export const getSessions = operation({
	name: 'Get Sessions',
	action: 'Get your sessions',
	gives: 'Returns one item per sign-in with a password, most recent activity first',
	needs: { since: '4.15' },
	description: 'Using a token does not create a session',
	request: 'GET /api/v1/profile/sessions',
	reply: records('', whole),
});
