import { resource } from '../../../shared/operation';
import { download } from './download';
import { getAll } from './getAll';
import { getMetrics } from './getMetrics';
import { updateReviewNotes } from './updateReviewNotes';

export const csat = resource('CSAT', { getAll, getMetrics, download, updateReviewNotes });
