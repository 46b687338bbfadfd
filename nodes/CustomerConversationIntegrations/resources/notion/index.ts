import { resource } from '../../../shared/vocabulary';
import { disconnect } from './disconnect';

export const notion = resource('Notion', { disconnect });
