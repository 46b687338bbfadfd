import { hintingUnreached } from '../../../shared/tasks/unreached';
import {
	includeSecrets,
	operation,
	optional,
	platformBot,
	stored,
	text,
} from '../../../shared/vocabulary';
import { address, details, knownOf } from './parts/fields';

export const update = operation({
	name: 'Update',
	action: 'Update an agent bot',
	gives: 'Returns the agent bot with its new values',
	request: 'PATCH /platform/api/v1/agent_bots/{agent_bot_id}',
	path: [platformBot()],
	body: [optional(text('name', { clear: null }), address(), ...details())],
	options: [optional(includeSecrets())],
	reply: stored(),
	run: hintingUnreached(({ outgoing_url }) => [outgoing_url], knownOf),
});
