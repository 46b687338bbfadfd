import { resource } from '../../../shared/vocabulary';
import { create } from './create';
import { deleteTool } from './delete';
import { get } from './get';
import { getAll } from './getAll';
import { testTool } from './testTool';
import { update } from './update';

export const customTool = resource('Custom Tool', {
	create,
	get,
	getAll,
	update,
	test: testTool,
	delete: deleteTool,
});
