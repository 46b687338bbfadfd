import { resource } from '../../../shared/operation';
import { getAll } from './getAll';

export const agentBot = resource('Agent Bot', { getAll });
