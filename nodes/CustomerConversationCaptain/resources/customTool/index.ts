import { resource } from '../../../shared/vocabulary';
import { create } from './create';
import { deleteTool } from './delete';
import { get } from './get';
import { getAll } from './getAll';
import { test } from './test';
import { update } from './update';

export const customTool = resource('Custom Tool', {
	create,
	get,
	getAll,
	update,
	test,
	delete: deleteTool,
});
