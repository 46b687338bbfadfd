import { resource } from '../../../shared/vocabulary';
import { create } from './create';
import { deleteCustomFilter } from './delete';
import { get } from './get';
import { getAll } from './getAll';
import { update } from './update';

export const customFilter = resource('Custom Filter', {
	create,
	get,
	getAll,
	update,
	delete: deleteCustomFilter,
});
