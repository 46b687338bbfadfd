import { integer, operation } from '../../../shared/vocabulary';

export const revokeSession = operation({
	name: 'Revoke Session',
	action: 'Revoke one of your sessions',
	gives: 'Returns whether the session has ended',
	needs: { since: '4.15' },
	description: 'Signs you out there immediately. Tokens stay valid.',
	request: 'DELETE /api/v1/profile/sessions/{session_id}',
	path: [
		integer('session_id', {
			hint: 'ID from Get Sessions',
			range: [1, Number.MAX_SAFE_INTEGER],
		}),
	],
});
