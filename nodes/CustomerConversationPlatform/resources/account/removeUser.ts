import { ServiceError } from '../../../shared/faults';
import { rowsOf } from '../../../shared/transport/pages';
import { accountUser, operation, platformAccount } from '../../../shared/vocabulary';

/** The service answers 200 even if it removed nobody. */
export const removeUser = operation({
	name: 'Remove User',
	action: 'Remove a user from an account',
	gives: 'Returns whether the user was removed from the account',
	description: 'The user is not deleted',
	request: 'DELETE /platform/api/v1/accounts/{account_id}/account_users',
	path: [platformAccount()],
	body: [accountUser()],
	run: async ({ request: { path }, values: { user_id }, send, records }) => {
		const present = rowsOf(await send({ method: 'GET', path }), '');
		if (!present.some((row) => row.user_id === user_id))
			throw new ServiceError(
				`User ${user_id as number} is not in this account: nobody was removed`,
				{ status: 200, fields: ['user_id'] },
			);
		return await records();
	},
});
