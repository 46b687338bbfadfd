import { panelWith } from '../shared/editor/panel';
import { pollFields, pollPanel } from './settings';

export const ownPanel = panelWith(pollPanel, pollFields);
