import { account, operation, optional, team } from '../../../shared/vocabulary';

export const getLiveConversationMetrics = operation({
	name: 'Get Conversation Metrics of a Team Now',
	action: 'Get conversation metrics of a team now',
	gives: 'Returns one item with the current counts of a team, or of the account',
	description: 'Counts open, unattended, unassigned and pending conversations',
	needs: { role: 'administrator', since: '4.0.4' },
	request: 'GET /api/v2/accounts/{account_id}/live_reports/conversation_metrics',
	path: [account()],
	query: [optional(team('team_id', { hint: 'Only conversations of this team' }))],
});
