import { includeSecrets, optional } from '../../../shared/fields';
import { operation } from '../../../shared/operation';
import { userId } from '../../../shared/users';

export const get = operation({
	name: 'Get',
	action: 'Get a user',
	request: 'GET /platform/api/v1/users/{user_id}',
	path: [userId()],
	options: [optional(includeSecrets())],
});
