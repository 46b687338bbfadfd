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

export const deleteAvatar = operation({
	name: 'Delete Avatar',
	action: 'Delete the avatar of an agent bot',
	gives: 'Returns the agent bot without an avatar',
	needs: { role: 'administrator' },
	request: 'DELETE /api/v1/accounts/{account_id}/agent_bots/{agent_bot_id}/avatar',
	path: [account(), agentBot()],
	options: [optional(includeSecrets())],
	reply: simplified(record(), BOT),
});
