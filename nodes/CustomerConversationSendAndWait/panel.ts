import { panelOf } from '../shared/editor/panel';
import { resources } from './resources';

export const ownPanel = panelOf(resources);
