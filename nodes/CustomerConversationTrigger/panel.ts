import { panelWith } from '../shared/editor/panel';
import { panel, panelFields } from './settings';
import { sources } from './sources';

export const ownPanel = panelWith(panel(sources), panelFields(sources));
