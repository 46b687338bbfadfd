import { resource } from '../../../shared/vocabulary';
import { create } from './create';
import { deleteArticle } from './delete';
import { deleteMany } from './deleteMany';
import { get } from './get';
import { getAll } from './getAll';
import { reorder } from './reorder';
import { setCategoryOfMany } from './setCategoryOfMany';
import { setStatusOfMany } from './setStatusOfMany';
import { translate } from './translate';
import { update } from './update';
import { upsert } from './upsert';

export const article = resource('Article', {
	create,
	get,
	getAll,
	update,
	upsert,
	delete: deleteArticle,
	deleteMany,
	reorder,
	setCategoryOfMany,
	setStatusOfMany,
	translate,
});
