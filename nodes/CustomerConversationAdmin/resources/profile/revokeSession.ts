import { integer, operation } from '../../../shared/vocabulary';

export const revokeSession = operation({
	name: 'Revoke Session',
	action: 'Revoke a session of the own profile',
	gives: 'Whether the session has ended',
	needs: { since: '4.15' },
	description: 'Signs the user out there at once; tokens stay valid',
	request: 'DELETE /api/v1/profile/sessions/{session_id}',
	path: [
		integer('session_id', {
			hint: 'As Get Sessions gives it',
			range: [1, Number.MAX_SAFE_INTEGER],
		}),
	],
});
