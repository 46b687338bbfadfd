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

export const resetAccessToken = operation({
	name: 'Reset Access Token',
	action: 'Reset the access token of an agent bot',
	gives: 'The agent bot with its new access token',
	needs: { role: 'administrator', since: '4.3' },
	description: 'The old token stops working at once; Include Secrets shows the new one',
	request: 'POST /api/v1/accounts/{account_id}/agent_bots/{agent_bot_id}/reset_access_token',
	path: [account(), agentBot()],
	options: [optional(includeSecrets())],
	reply: simplified(record(), BOT),
});
