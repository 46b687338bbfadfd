import { resource } from '../../../shared/vocabulary';
import { create } from './create';
import { deleteCustomRole } from './delete';
import { get } from './get';
import { getAll } from './getAll';
import { update } from './update';

export const customRole = resource('Custom Role', {
	getAll,
	get,
	create,
	update,
	delete: deleteCustomRole,
});
