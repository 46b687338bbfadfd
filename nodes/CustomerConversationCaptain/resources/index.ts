import { assistant } from './assistant';
import { customTool } from './customTool';

/** Of the account API the AI assistant. Keys are the values that n8n stores: the first is the node's default. */
export const resources = { assistant, customTool };
