import { resource } from '../../../shared/vocabulary';
import { createPage } from './createPage';
import { download } from './download';
import { getAll } from './getAll';
import { getMetrics } from './getMetrics';
import { updateReviewNotes } from './updateReviewNotes';

export const csat = resource('CSAT', {
	getAll,
	getMetrics,
	createPage,
	download,
	updateReviewNotes,
});
