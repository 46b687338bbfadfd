import { resource } from '../../../shared/vocabulary';
import { create } from './create';
import { deleteScenario } from './delete';
import { get } from './get';
import { getAll } from './getAll';
import { update } from './update';

export const scenario = resource('Scenario', {
	create,
	get,
	getAll,
	update,
	delete: deleteScenario,
});
