import { resource } from '../../../shared/vocabulary';
import { getAll } from './getAll';

export const auditLog = resource('Audit Log', { getAll });
