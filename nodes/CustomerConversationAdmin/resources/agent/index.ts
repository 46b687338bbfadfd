import { resource } from '../../../shared/vocabulary';
import { create } from './create';
import { createMany } from './createMany';
import { deleteAgent } from './delete';
import { getAll } from './getAll';
import { getAssignable } from './getAssignable';
import { update } from './update';

export const agent = resource('Agent', {
	getAll,
	create,
	update,
	delete: deleteAgent,
	getAssignable,
	createMany,
});
