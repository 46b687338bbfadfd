import { recordOf } from '../../../shared/steps';
import { operation, optional, pick, platformAccount } from '../../../shared/vocabulary';
import { userId } from '../../tasks/users';

export const addUser = operation({
	name: 'Add User',
	action: 'Add a user to an account',
	gives: 'The role of the user in the account',
	description: 'Changes the role of a user who is in the account already',
	request: 'POST /platform/api/v1/accounts/{account_id}/account_users',
	path: [platformAccount()],
	body: [
		userId(),
		optional(
			pick(
				'role',
				{ agent: 'Agent', administrator: 'Administrator' },
				{ hint: 'Left out, a new user of the account becomes an agent; another keeps the role' },
			),
		),
	],
	// Sent twice, the second one sets the same.
	run: async ({ request, send }) => [recordOf(await send({ ...request, again: true }))],
});
