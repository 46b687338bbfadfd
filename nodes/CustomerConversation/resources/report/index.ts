import { resource } from '../../../shared/vocabulary';
import { createPage } from './createPage';
import { downloadAgents } from './downloadAgents';
import { downloadConversations } from './downloadConversations';
import { downloadConversationTraffic } from './downloadConversationTraffic';
import { downloadInboxes } from './downloadInboxes';
import { downloadLabels } from './downloadLabels';
import { downloadTeams } from './downloadTeams';
import { getAgentConversationMetrics } from './getAgentConversationMetrics';
import { getAgentSummary } from './getAgentSummary';
import { getBotMetrics } from './getBotMetrics';
import { getBotSummary } from './getBotSummary';
import { getChannelSummary } from './getChannelSummary';
import { getConversationMetrics } from './getConversationMetrics';
import { getDrilldown } from './getDrilldown';
import { getFirstResponseTimeDistribution } from './getFirstResponseTimeDistribution';
import { getGroupedConversationMetrics } from './getGroupedConversationMetrics';
import { getInboxLabelMatrix } from './getInboxLabelMatrix';
import { getInboxSummary } from './getInboxSummary';
import { getLabelSummary } from './getLabelSummary';
import { getLiveConversationMetrics } from './getLiveConversationMetrics';
import { getOutgoingMessages } from './getOutgoingMessages';
import { getReportingEvents } from './getReportingEvents';
import { getSummary } from './getSummary';
import { getTeamSummary } from './getTeamSummary';
import { getTimeSeries } from './getTimeSeries';
import { getYearInReview } from './getYearInReview';

export const report = resource('Report', {
	getSummary,
	getTimeSeries,
	getAgentSummary,
	getTeamSummary,
	getInboxSummary,
	getLabelSummary,
	getChannelSummary,
	getConversationMetrics,
	getAgentConversationMetrics,
	getLiveConversationMetrics,
	getGroupedConversationMetrics,
	getBotSummary,
	getBotMetrics,
	getReportingEvents,
	getDrilldown,
	getOutgoingMessages,
	getFirstResponseTimeDistribution,
	getInboxLabelMatrix,
	getYearInReview,
	createPage,
	downloadAgents,
	downloadInboxes,
	downloadTeams,
	downloadLabels,
	downloadConversations,
	downloadConversationTraffic,
});
