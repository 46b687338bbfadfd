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

export const resetSecret = operation({
	name: 'Reset Secret',
	action: 'Reset the secret of an agent bot',
	gives: 'Returns the agent bot with its new secret',
	needs: { role: 'administrator', since: '4.13' },
	description:
		'The old secret stops working immediately. Enable Include Secrets to get the new one.',
	request: 'POST /api/v1/accounts/{account_id}/agent_bots/{agent_bot_id}/reset_secret',
	path: [account(), agentBot()],
	options: [optional(includeSecrets())],
	reply: simplified(record(), BOT),
});
