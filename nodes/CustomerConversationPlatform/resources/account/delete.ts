import { operation, platformAccount } from '../../../shared/vocabulary';

export const deleteAccount = operation({
	name: 'Delete',
	action: 'Delete an account',
	gives: 'Returns the ID of the deleted account',
	description:
		'Cannot be undone. Deletes everything in the account in the background, but not its users. Afterwards Get Many always fails.',
	request: 'DELETE /platform/api/v1/accounts/{account_id}',
	path: [platformAccount()],
});
