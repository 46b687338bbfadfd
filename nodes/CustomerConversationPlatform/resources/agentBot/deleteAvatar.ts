import { includeSecrets, optional } from '../../../shared/fields';
import { platformBot } from '../../../shared/locators';
import { operation } from '../../../shared/operation';
import { knownOf } from './fields';

export const deleteAvatar = operation({
	name: 'Delete Avatar',
	action: 'Delete the avatar of an agent bot',
	request: 'DELETE /platform/api/v1/agent_bots/{agent_bot_id}/avatar',
	path: [platformBot()],
	options: [optional(includeSecrets())],
	run: knownOf,
});
