import { resource } from '../../../shared/vocabulary';
import { create } from './create';
import { deleteUser } from './delete';
import { get } from './get';
import { getAccessToken } from './getAccessToken';
import { getLoginLink } from './getLoginLink';
import { update } from './update';

export const user = resource('User', {
	create,
	get,
	update,
	delete: deleteUser,
	getLoginLink,
	getAccessToken,
});
