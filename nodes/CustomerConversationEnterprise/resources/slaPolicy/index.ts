import { resource } from '../../../shared/vocabulary';
import { getAll } from './getAll';

export const slaPolicy = resource('SLA Policy', { getAll });
