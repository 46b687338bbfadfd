import { resource } from '../../../shared/vocabulary';
import { getAll } from './getAll';

export const integration = resource('Integration', { getAll });
