import { dashboardApp } from './dashboardApp';
import { integration } from './integration';

/** Of the account API what it is connected with. Keys are the values that n8n stores: the first is the node's default. */
export const resources = { integration, dashboardApp };
