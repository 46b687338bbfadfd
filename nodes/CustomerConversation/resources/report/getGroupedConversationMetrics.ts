import { account, operation, optional, pick, records, team } from '../../../shared/vocabulary';

export const getGroupedConversationMetrics = operation({
	name: 'Get Live Conversation Metrics by Group',
	action: 'Get live conversation metrics by agent or team',
	gives: 'One item for each agent or team: open, unattended, unassigned now',
	needs: { role: 'administrator', since: '4.0.4' },
	description:
		'Only groups with open conversations; null as ID stands for those without agent or team',
	request: 'GET /api/v2/accounts/{account_id}/live_reports/grouped_conversation_metrics',
	path: [account()],
	query: [
		pick('group_by', { assignee_id: 'Agent', team_id: 'Team' }),
		optional(team('team_id', { hint: 'Only conversations of this team' })),
	],
	reply: records(),
});
