import { resource } from '../../../shared/vocabulary';
import { addParticipant } from './addParticipant';
import { create } from './create';

export const meeting = resource('Dyte Meeting', { create, addParticipant });
