import { resource } from '../../../shared/vocabulary';
import { getAll } from './getAll';

export const customTool = resource('Custom Tool', { getAll });
