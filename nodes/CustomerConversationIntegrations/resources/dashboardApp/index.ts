import { resource } from '../../../shared/vocabulary';
import { getAll } from './getAll';

export const dashboardApp = resource('Dashboard App', { getAll });
