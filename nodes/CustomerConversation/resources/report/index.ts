import { resource } from '../../../shared/operation';
import { getAgentSummary } from './getAgentSummary';
import { getConversationMetrics } from './getConversationMetrics';

export const report = resource('Report', { getAgentSummary, getConversationMetrics });
