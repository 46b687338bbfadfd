import { resource } from '../../../shared/vocabulary';
import { create } from './create';
import { deleteCannedResponse } from './delete';
import { getAll } from './getAll';
import { update } from './update';

export const cannedResponse = resource('Canned Response', {
	create,
	getAll,
	update,
	delete: deleteCannedResponse,
});
