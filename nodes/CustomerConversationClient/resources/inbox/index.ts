import { resource } from '../../../shared/vocabulary';
import { get } from './get';

export const inbox = resource('Inbox', { get });
