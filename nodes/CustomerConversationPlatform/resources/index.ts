import { account } from './account';
import { agentBot } from './agentBot';
import { user } from './user';

/** The platform API. Keys are the values that n8n stores; the first is the node's default. */
export const resources = { account, user, agentBot };
