import { resource } from '../../../shared/vocabulary';
import { download } from './download';
import { getAll } from './getAll';
import { getMetrics } from './getMetrics';

export const appliedSla = resource('Missed SLA', { getAll, getMetrics, download });
