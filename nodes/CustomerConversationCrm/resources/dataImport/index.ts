import { resource } from '../../../shared/vocabulary';
import { getAll } from './getAll';

export const dataImport = resource('Data Import', { getAll });
