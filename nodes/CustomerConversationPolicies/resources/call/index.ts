import { resource } from '../../../shared/vocabulary';
import { getAll } from './getAll';

export const call = resource('Call', { getAll });
