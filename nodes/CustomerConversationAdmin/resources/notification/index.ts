import { resource } from '../../../shared/vocabulary';
import { getAll } from './getAll';

export const notification = resource('Notification', { getAll });
