import { resource } from '../../../shared/vocabulary';
import { copyToAccount } from './copyToAccount';
import { create } from './create';
import { deleteMacro } from './delete';
import { get } from './get';
import { getAll } from './getAll';
import { update } from './update';

export const macro = resource('Macro', {
	create,
	get,
	getAll,
	update,
	delete: deleteMacro,
	copyToAccount,
});
