import { panelWith } from '../shared/editor/panel';
import { panel, panelFields } from './settings';
import { sources } from './sources';

// For each call to a webhook of version 1 n8n evaluates an expression.
const VERSIONS = [1.1];

export const ownPanel = panelWith(panel(sources), panelFields(sources), VERSIONS);
