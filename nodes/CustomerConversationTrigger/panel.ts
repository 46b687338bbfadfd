import { panelWith } from '../shared/editor/panel';
import { panel, panelFields } from './settings';
import { sources } from './sources';

// With version 1, n8n evaluates an expression for each call of the webhook.
const VERSIONS = [1.1];

export const ownPanel = panelWith(panel(sources), panelFields(sources), VERSIONS);
