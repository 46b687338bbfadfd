import { resource } from '../../../shared/vocabulary';
import { getAll } from './getAll';

export const assistant = resource('Assistant', { getAll });
