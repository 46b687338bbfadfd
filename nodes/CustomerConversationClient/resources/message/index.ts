import { resource } from '../../../shared/vocabulary';
import { answerForm } from './answerForm';
import { getAll } from './getAll';
import { send } from './send';

export const message = resource('Message', { send, getAll, answerForm });
