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
	gives: 'Returns the agent bot with its new access token',
	needs: { role: 'administrator', since: '4.3' },
	description:
		'The old token stops working immediately. Enable Include Secrets to get the new one.',
	request: 'POST /api/v1/accounts/{account_id}/agent_bots/{agent_bot_id}/reset_access_token',
	path: [account(), agentBot()],
	options: [optional(includeSecrets())],
	reply: simplified(record(), BOT),
});
