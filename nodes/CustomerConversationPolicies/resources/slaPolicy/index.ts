import { resource } from '../../../shared/vocabulary';
import { create } from './create';
import { deleteSlaPolicy } from './delete';
import { get } from './get';
import { getAll } from './getAll';
import { update } from './update';

export const slaPolicy = resource('SLA Policy', {
	getAll,
	get,
	create,
	update,
	delete: deleteSlaPolicy,
});
