import { includeSecrets, operation, optional, platformBot } from '../../../shared/vocabulary';
import { knownOf } from './parts/fields';

export const deleteAvatar = operation({
	name: 'Delete Avatar',
	action: 'Delete the avatar of an agent bot',
	gives: 'Returns the agent bot without an avatar',
	request: 'DELETE /platform/api/v1/agent_bots/{agent_bot_id}/avatar',
	path: [platformBot()],
	options: [optional(includeSecrets())],
	run: knownOf,
});
