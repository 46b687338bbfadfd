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
	gives: 'The agent bot with its new secret',
	needs: { role: 'administrator', since: '4.13' },
	description: 'The old secret stops working at once; Include Secrets shows the new one',
	request: 'POST /api/v1/accounts/{account_id}/agent_bots/{agent_bot_id}/reset_secret',
	path: [account(), agentBot()],
	options: [optional(includeSecrets())],
	reply: simplified(record(), BOT),
});
