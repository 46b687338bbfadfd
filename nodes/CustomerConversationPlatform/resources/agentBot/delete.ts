import { operation, platformBot } from '../../../shared/vocabulary';

export const deleteAgentBot = operation({
	name: 'Delete',
	action: 'Delete an agent bot',
	gives: 'Returns the ID of the deleted agent bot',
	description: 'Cannot be undone. Afterwards Get Many always fails.',
	request: 'DELETE /platform/api/v1/agent_bots/{agent_bot_id}',
	path: [platformBot()],
});
