import { resource } from '../../../shared/operation';
import { downloadAgents } from './downloadAgents';
import { getAgentSummary } from './getAgentSummary';
import { getConversationMetrics } from './getConversationMetrics';

export const report = resource('Report', {
	downloadAgents,
	getAgentSummary,
	getConversationMetrics,
});
