import { resource } from '../../../shared/operation';
import { update } from './update';

export const cannedResponse = resource('Canned Response', { update });
