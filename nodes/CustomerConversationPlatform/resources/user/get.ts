import {
	includeSecrets,
	operation,
	optional,
	record,
	simplified,
} from '../../../shared/vocabulary';
import { USER } from './parts/simple';
import { userId } from '../../tasks/users';

export const get = operation({
	name: 'Get',
	action: 'Get a user',
	gives: 'Returns the user with all their accounts',
	request: 'GET /platform/api/v1/users/{user_id}',
	path: [userId()],
	options: [optional(includeSecrets())],
	reply: simplified(record(), USER),
});
