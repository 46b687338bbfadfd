import { resource } from '../../../shared/vocabulary';
import { ask } from './ask';
import { connectInbox } from './connectInbox';
import { create } from './create';
import { deleteAssistant } from './delete';
import { disconnectInbox } from './disconnectInbox';
import { get } from './get';
import { getAll } from './getAll';
import { getConversations } from './getConversations';
import { getFaqStats } from './getFaqStats';
import { getInboxes } from './getInboxes';
import { getMetrics } from './getMetrics';
import { getOverview } from './getOverview';
import { getResolutionFlow } from './getResolutionFlow';
import { getResolutionTrend } from './getResolutionTrend';
import { getSession } from './getSession';
import { getSummary } from './getSummary';
import { getTools } from './getTools';
import { update } from './update';

export const assistant = resource('Assistant', {
	ask,
	create,
	get,
	getAll,
	update,
	delete: deleteAssistant,
	getInboxes,
	connectInbox,
	disconnectInbox,
	getTools,
	getMetrics,
	getOverview,
	getResolutionFlow,
	getResolutionTrend,
	getConversations,
	getFaqStats,
	getSummary,
	getSession,
});
