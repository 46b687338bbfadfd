import { resource } from '../../../shared/vocabulary';
import { upload } from './upload';

export const file = resource('File', { upload });
