import { operation } from '../../../shared/vocabulary';
import { userId } from '../../tasks/users';

export const deleteUser = operation({
	name: 'Delete',
	action: 'Delete a user',
	gives: 'Returns the ID of the deleted user',
	description: 'Cannot be undone. Deletes the user from all accounts, in the background.',
	request: 'DELETE /platform/api/v1/users/{user_id}',
	path: [userId()],
});
