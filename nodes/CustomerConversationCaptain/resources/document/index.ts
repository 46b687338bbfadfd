import { resource } from '../../../shared/vocabulary';
import { create } from './create';
import { deleteDocument } from './delete';
import { deleteMany } from './deleteMany';
import { get } from './get';
import { getAll } from './getAll';
import { sync } from './sync';
import { syncMany } from './syncMany';

export const document = resource('Document', {
	create,
	get,
	getAll,
	sync,
	syncMany,
	delete: deleteDocument,
	deleteMany,
});
