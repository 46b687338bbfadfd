import { operation, platformBot } from '../../../shared/vocabulary';

export const deleteAgentBot = operation({
	name: 'Delete',
	action: 'Delete an agent bot',
	gives: 'The ID of the deleted agent bot',
	description: 'Cannot be undone. Get Many fails for good afterwards.',
	request: 'DELETE /platform/api/v1/agent_bots/{agent_bot_id}',
	path: [platformBot()],
});
