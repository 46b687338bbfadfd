import { accountWebhook } from './accountWebhook';
import { agentBot } from './agentBot';
import { apiInbox } from './apiInbox';
import type { Source } from './source';

/** By the value that n8n stores; the first is that of a workflow that has none. */
export const sources: Record<string, Source> = {
	account_webhook: accountWebhook,
	agent_bot: agentBot,
	api_inbox: apiInbox,
};
