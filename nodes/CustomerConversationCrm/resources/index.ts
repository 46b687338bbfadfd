import { campaign } from './campaign';
import { company } from './company';
import { dataImport } from './dataImport';

/** Of the account API what is known of customers beyond contacts. Keys are the values that n8n stores: the first is the node's default. */
export const resources = { company, campaign, dataImport };
