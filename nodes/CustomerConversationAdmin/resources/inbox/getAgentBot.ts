import type { IDataObject } from 'n8n-workflow';
import {
	account,
	asIs,
	inbox,
	includeSecrets,
	inside,
	operation,
	optional,
	record,
	simplified,
} from '../../../shared/vocabulary';

export const getAgentBot = operation({
	name: 'Get Agent Bot',
	action: 'Get the agent bot of an inbox',
	gives: 'Returns the agent bot, or null if there is none',
	request: 'GET /api/v1/accounts/{account_id}/inboxes/{inbox_id}/agent_bot',
	path: [account(), inbox()],
	options: [optional(includeSecrets())],
	reply: simplified(record(), ({ include_secrets: shown }) => ({
		agent_bot_id: 'agent_bot.id',
		agent_bot_name: 'agent_bot.name',
		...inside('agent_bot', asIs('description', 'bot_type', 'outgoing_url', 'system_bot')),
		// If it is masked, it is text.
		access_token: `agent_bot.access_token${shown ? '.token' : ''}?`,
		secret: 'agent_bot.secret?',
	})),
	run: async ({ request, send }) => [
		{ agent_bot: null, ...((await send(request)) as IDataObject) },
	],
});
