import { campaign } from './campaign';
import { company } from './company';
import { dataImport } from './dataImport';

/** Companies, campaigns and imports of an account. Keys are the values that n8n stores; the first is the node's default. */
export const resources = { company, campaign, dataImport };
