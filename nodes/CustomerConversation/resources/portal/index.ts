import { resource } from '../../../shared/operation';
import { update } from './update';

export const portal = resource('Portal', { update });
