import { resource } from '../../../shared/vocabulary';
import { addUser } from './addUser';
import { create } from './create';
import { deleteAccount } from './delete';
import { get } from './get';
import { getAll } from './getAll';
import { getUsers } from './getUsers';
import { provision } from './provision';
import { removeUser } from './removeUser';
import { update } from './update';

export const account = resource('Account', {
	provision,
	create,
	get,
	getAll,
	update,
	delete: deleteAccount,
	getUsers,
	addUser,
	removeUser,
});
