import { resource } from '../../../shared/operation';
import { get } from './get';

export const inbox = resource('Inbox', { get });
