import { resource } from '../../../shared/vocabulary';
import { create } from './create';
import { deleteCategory } from './delete';
import { get } from './get';
import { getAll } from './getAll';
import { reorder } from './reorder';
import { update } from './update';

export const category = resource('Category', {
	create,
	get,
	getAll,
	update,
	delete: deleteCategory,
	reorder,
});
