import { slaPolicy } from './slaPolicy';

/** Of the account API what the enterprise edition alone has. Keys are the values that n8n stores: the first is the node's default. */
export const resources = { slaPolicy };
