import { resource } from '../../../shared/vocabulary';
import { getAll } from './getAll';

export const company = resource('Company', { getAll });
