import { resource } from '../../../shared/operation';
import { create } from './create';
import { search } from './search';

export const contact = resource('Contact', { create, search });
