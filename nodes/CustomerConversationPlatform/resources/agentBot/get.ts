import { includeSecrets, optional } from '../../../shared/fields';
import { platformBot } from '../../../shared/locators';
import { operation } from '../../../shared/operation';
import { knownOf } from './fields';

export const get = operation({
	name: 'Get',
	action: 'Get an agent bot',
	request: 'GET /platform/api/v1/agent_bots/{agent_bot_id}',
	path: [platformBot()],
	options: [optional(includeSecrets())],
	run: knownOf,
});
