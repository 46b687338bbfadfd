import { account, operation, optional, team } from '../../../shared/vocabulary';

export const getLiveConversationMetrics = operation({
	name: 'Get Live Conversation Metrics',
	action: 'Get live conversation metrics of an account or team',
	gives: 'One item: open, unattended, unassigned, pending now, also of a team',
	needs: { role: 'administrator', since: '4.0.4' },
	request: 'GET /api/v2/accounts/{account_id}/live_reports/conversation_metrics',
	path: [account()],
	query: [optional(team('team_id', { hint: 'Only conversations of this team' }))],
});
