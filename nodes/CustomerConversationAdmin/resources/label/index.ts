import { resource } from '../../../shared/vocabulary';
import { create } from './create';
import { deleteLabel } from './delete';
import { get } from './get';
import { getAll } from './getAll';
import { update } from './update';

export const label = resource('Label', { getAll, create, get, update, delete: deleteLabel });
