import { resource } from '../../../shared/operation';
import { create } from './create';
import { getLabels } from './getLabels';
import { search } from './search';

export const contact = resource('Contact', { create, getLabels, search });
