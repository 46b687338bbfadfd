import { includeSecrets, operation, optional, platformBot } from '../../../shared/vocabulary';
import { knownOf } from './parts/fields';

export const get = operation({
	name: 'Get',
	action: 'Get an agent bot',
	gives: 'Returns the agent bot',
	request: 'GET /platform/api/v1/agent_bots/{agent_bot_id}',
	path: [platformBot()],
	options: [optional(includeSecrets())],
	run: knownOf,
});
