import { resource } from '../../../shared/vocabulary';
import { update } from './update';

export const portal = resource('Portal', { update });
