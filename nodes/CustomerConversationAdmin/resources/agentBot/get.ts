import {
	account,
	agentBot,
	includeSecrets,
	operation,
	optional,
	record,
	simplified,
} from '../../../shared/vocabulary';
import { BOT } from './parts/simple';

/** System bots (`account_id` is null) are returned without URL and token. */
export const get = operation({
	name: 'Get',
	action: 'Get an agent bot',
	gives: 'Returns the agent bot',
	request: 'GET /api/v1/accounts/{account_id}/agent_bots/{agent_bot_id}',
	path: [account(), agentBot()],
	options: [optional(includeSecrets())],
	reply: simplified(record(), BOT),
});
