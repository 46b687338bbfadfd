import { resource } from '../../../shared/vocabulary';
import { sendAndWait } from './sendAndWait';

export const question = resource('Question', { sendAndWait });
