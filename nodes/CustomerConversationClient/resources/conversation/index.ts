import { resource } from '../../../shared/operation';
import { get } from './get';

export const conversation = resource('Conversation', { get });
