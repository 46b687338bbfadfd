import { resource } from '../../../shared/vocabulary';
import { addContact } from './addContact';
import { create } from './create';
import { deleteCompany } from './delete';
import { deleteAvatar } from './deleteAvatar';
import { deleteCustomAttributes } from './deleteCustomAttributes';
import { get } from './get';
import { getAll } from './getAll';
import { getContacts } from './getContacts';
import { getConversations } from './getConversations';
import { getNotes } from './getNotes';
import { removeContact } from './removeContact';
import { search } from './search';
import { searchContacts } from './searchContacts';
import { update } from './update';
import { upsert } from './upsert';

export const company = resource('Company', {
	create,
	upsert,
	get,
	getAll,
	search,
	update,
	delete: deleteCompany,
	getContacts,
	searchContacts,
	addContact,
	removeContact,
	getConversations,
	getNotes,
	deleteAvatar,
	deleteCustomAttributes,
});
