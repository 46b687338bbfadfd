import { conversation } from './conversation';

/** The public client API. Keys are the values that n8n stores: the first is the node's default. */
export const resources = { conversation };
