import { resource } from '../../../shared/vocabulary';
import { addMembers } from './addMembers';
import { create } from './create';
import { deleteTeam } from './delete';
import { get } from './get';
import { getAll } from './getAll';
import { getMembers } from './getMembers';
import { removeMembers } from './removeMembers';
import { replaceMembers } from './replaceMembers';
import { update } from './update';

export const team = resource('Team', {
	getAll,
	create,
	get,
	update,
	delete: deleteTeam,
	getMembers,
	addMembers,
	removeMembers,
	replaceMembers,
});
