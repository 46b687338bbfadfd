import { resource } from '../../../shared/operation';
import { assign } from './assign';

export const conversation = resource('Conversation', { assign });
