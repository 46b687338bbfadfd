import { resource } from '../../../shared/vocabulary';
import { create } from './create';
import { deleteCustomAttribute } from './delete';
import { get } from './get';
import { getAll } from './getAll';
import { update } from './update';

export const customAttribute = resource('Custom Attribute', {
	create,
	get,
	getAll,
	update,
	delete: deleteCustomAttribute,
});
