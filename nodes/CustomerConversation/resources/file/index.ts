import { resource } from '../../../shared/operation';
import { upload } from './upload';

export const file = resource('File', { upload });
