import { resource } from '../../../shared/vocabulary';
import { addLabels } from './addLabels';
import { addLabelsToMany } from './addLabelsToMany';
import { create } from './create';
import { createContactInbox } from './createContactInbox';
import { createNote } from './createNote';
import { deleteContact } from './delete';
import { deleteAvatar } from './deleteAvatar';
import { deleteCustomAttributes } from './deleteCustomAttributes';
import { deleteMany } from './deleteMany';
import { deleteNote } from './deleteNote';
import { exportContacts } from './export';
import { filter } from './filter';
import { find } from './find';
import { findBySourceId } from './findBySourceId';
import { get } from './get';
import { getActive } from './getActive';
import { getAll } from './getAll';
import { getAttachments } from './getAttachments';
import { getContactableInboxes } from './getContactableInboxes';
import { getConversations } from './getConversations';
import { getLabels } from './getLabels';
import { getNote } from './getNote';
import { getNotes } from './getNotes';
import { importContacts } from './import';
import { merge } from './merge';
import { mergeDuplicates } from './mergeDuplicates';
import { removeLabels } from './removeLabels';
import { replaceLabels } from './replaceLabels';
import { search } from './search';
import { startVoiceCall } from './startVoiceCall';
import { update } from './update';
import { updateNote } from './updateNote';
import { upsert } from './upsert';

export const contact = resource('Contact', {
	create,
	upsert,
	get,
	getAll,
	find,
	search,
	update,
	delete: deleteContact,
	filter,
	getActive,
	findBySourceId,
	merge,
	mergeDuplicates,
	getLabels,
	addLabels,
	removeLabels,
	replaceLabels,
	addLabelsToMany,
	createNote,
	getNote,
	getNotes,
	updateNote,
	deleteNote,
	getConversations,
	getAttachments,
	getContactableInboxes,
	createContactInbox,
	deleteAvatar,
	deleteCustomAttributes,
	deleteMany,
	import: importContacts,
	export: exportContacts,
	startVoiceCall,
});
