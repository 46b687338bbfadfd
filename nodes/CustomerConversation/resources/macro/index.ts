import { resource } from '../../../shared/vocabulary';
import { create } from './create';
import { deleteMacro } from './delete';
import { execute } from './execute';
import { get } from './get';
import { getAll } from './getAll';
import { update } from './update';

export const macro = resource('Macro', {
	execute,
	create,
	get,
	getAll,
	update,
	delete: deleteMacro,
});
