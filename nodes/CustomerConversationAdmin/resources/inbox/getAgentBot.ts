import type { IDataObject } from 'n8n-workflow';
import { account, inbox, includeSecrets, operation, optional } from '../../../shared/vocabulary';

export const getAgentBot = operation({
	name: 'Get Agent Bot',
	action: 'Get the agent bot of an inbox',
	description: 'Without a bot agent_bot is null',
	request: 'GET /api/v1/accounts/{account_id}/inboxes/{inbox_id}/agent_bot',
	path: [account(), inbox()],
	options: [optional(includeSecrets())],
	run: async ({ request, send }) => [
		{ agent_bot: null, ...((await send(request)) as IDataObject) },
	],
});
