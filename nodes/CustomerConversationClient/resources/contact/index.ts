import { resource } from '../../../shared/vocabulary';
import { create } from './create';
import { get } from './get';
import { update } from './update';

export const contact = resource('Contact', { create, get, update });
