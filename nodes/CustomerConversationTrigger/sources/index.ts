import { accountWebhook } from './accountWebhook';
import { agentBotSource } from './agentBot';
import { apiInboxSource } from './apiInbox';
import type { Source } from './source';

/** By the value that n8n stores; the first is that of a workflow that has none. */
export const sources: Record<string, Source> = {
	account_webhook: accountWebhook,
	agent_bot: agentBotSource,
	api_inbox: apiInboxSource,
};
