import { resource } from '../../../shared/vocabulary';
import { answerForm } from './answerForm';
import { create } from './create';
import { getAll } from './getAll';

export const message = resource('Message', { create, getAll, answerForm });
