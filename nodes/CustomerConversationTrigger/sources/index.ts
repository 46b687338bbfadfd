import { accountWebhook } from './accountWebhook';
import { agentBotSource } from './agentBot';
import { apiInboxSource } from './apiInbox';
import { macroOrRule } from './macroOrRule';
import type { Source } from './source';

/** Sources by the value that n8n stores; the first one is the default. */
export const sources: Record<string, Source> = {
	account_webhook: accountWebhook,
	agent_bot: agentBotSource,
	api_inbox: apiInboxSource,
	macro_or_rule: macroOrRule,
};
