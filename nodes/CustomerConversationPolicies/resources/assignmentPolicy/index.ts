import { resource } from '../../../shared/vocabulary';
import { attachToInbox } from './attachToInbox';
import { create } from './create';
import { deleteAssignmentPolicy } from './delete';
import { detachFromInbox } from './detachFromInbox';
import { get } from './get';
import { getAll } from './getAll';
import { getInboxes } from './getInboxes';
import { getOfInbox } from './getOfInbox';
import { update } from './update';

export const assignmentPolicy = resource('Assignment Policy', {
	getAll,
	get,
	create,
	update,
	delete: deleteAssignmentPolicy,
	getInboxes,
	getOfInbox,
	attachToInbox,
	detachFromInbox,
});
