import { includeSecrets, optional, text } from '../../../shared/fields';
import { platformBot } from '../../../shared/locators';
import { operation, stored } from '../../../shared/operation';
import { knownOf, others } from './fields';

export const update = operation({
	name: 'Update',
	action: 'Update an agent bot',
	request: 'PATCH /platform/api/v1/agent_bots/{agent_bot_id}',
	path: [platformBot()],
	body: [optional(text('name', { clear: null }), ...others())],
	options: [optional(includeSecrets())],
	reply: stored(),
	run: knownOf,
});
