import { botAddress } from '../../../shared/parts/bots';
import { hintingUnreached } from '../../../shared/tasks/unreached';
import {
	account,
	agentBot,
	includeSecrets,
	operation,
	optional,
	simplified,
	stored,
	text,
} from '../../../shared/vocabulary';
import { BOT } from './parts/simple';
import { details } from './parts/fields';

export const update = operation({
	name: 'Update',
	action: 'Update an agent bot',
	gives: 'Returns the agent bot with its new values',
	needs: { role: 'administrator' },
	description: 'System bots cannot be changed',
	request: 'PATCH /api/v1/accounts/{account_id}/agent_bots/{agent_bot_id}',
	path: [account(), agentBot()],
	body: [optional(text('name'), botAddress(), ...details())],
	options: [optional(includeSecrets())],
	reply: simplified(stored(), BOT),
	run: hintingUnreached(({ outgoing_url }) => [outgoing_url]),
});
