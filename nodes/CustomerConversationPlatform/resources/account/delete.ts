import { operation, platformAccount } from '../../../shared/vocabulary';

export const deleteAccount = operation({
	name: 'Delete',
	action: 'Delete an account',
	gives: 'The ID of the deleted account',
	description:
		'Cannot be undone. Deletes all that is in the account, in the background; its users stay. Get Many fails for good afterwards.',
	request: 'DELETE /platform/api/v1/accounts/{account_id}',
	path: [platformAccount()],
});
