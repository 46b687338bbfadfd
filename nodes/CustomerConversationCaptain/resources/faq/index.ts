import { resource } from '../../../shared/vocabulary';
import { approveMany } from './approveMany';
import { create } from './create';
import { deleteFaq } from './delete';
import { deleteMany } from './deleteMany';
import { get } from './get';
import { getAll } from './getAll';
import { update } from './update';
import { upsert } from './upsert';

export const faq = resource('FAQ', {
	create,
	get,
	getAll,
	update,
	upsert,
	delete: deleteFaq,
	deleteMany,
	approveMany,
});
