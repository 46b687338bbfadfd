import { recordOf } from '../../../shared/steps';
import { operation, optional, pick, platformAccount } from '../../../shared/vocabulary';
import { userId } from '../../tasks/users';

export const addUser = operation({
	name: 'Add User',
	action: 'Add a user to an account',
	gives: 'Returns the role of the user in the account',
	description: 'If the user is already in the account, only the role changes',
	request: 'POST /platform/api/v1/accounts/{account_id}/account_users',
	path: [platformAccount()],
	body: [
		userId(),
		optional(
			pick(
				'role',
				{ agent: 'Agent', administrator: 'Administrator' },
				{ hint: 'If not set, a new user becomes an agent and an existing one keeps the role' },
			),
		),
	],
	// Safe to send again: it sets the same role.
	run: async ({ request, send }) => [recordOf(await send({ ...request, again: true }))],
});
