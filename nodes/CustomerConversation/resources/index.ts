import { agentBot } from './agentBot';

export const resources = {
	agent_bot: agentBot,
};
