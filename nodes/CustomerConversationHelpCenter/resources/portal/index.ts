import { resource } from '../../../shared/vocabulary';
import { create } from './create';
import { deletePortal } from './delete';
import { deleteLogo } from './deleteLogo';
import { get } from './get';
import { getAll } from './getAll';
import { getSslStatus } from './getSslStatus';
import { sendInstructions } from './sendInstructions';
import { update } from './update';

export const portal = resource('Portal', {
	create,
	get,
	getAll,
	update,
	delete: deletePortal,
	deleteLogo,
	sendInstructions,
	getSslStatus,
});
