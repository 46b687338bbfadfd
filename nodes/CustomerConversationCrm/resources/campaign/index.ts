import { resource } from '../../../shared/vocabulary';
import { getAll } from './getAll';

export const campaign = resource('Campaign', { getAll });
