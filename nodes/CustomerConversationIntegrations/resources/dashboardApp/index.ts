import { resource } from '../../../shared/vocabulary';
import { create } from './create';
import { deleteDashboardApp } from './delete';
import { get } from './get';
import { getAll } from './getAll';
import { update } from './update';

export const dashboardApp = resource('Dashboard App', {
	create,
	get,
	getAll,
	update,
	delete: deleteDashboardApp,
});
