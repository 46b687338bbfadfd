import { resource } from '../../../shared/vocabulary';
import { get } from './get';
import { update } from './update';

export const preference = resource('Preference', { get, update });
