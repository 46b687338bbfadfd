import { account, operation, optional, pick, records, team } from '../../../shared/vocabulary';

export const getGroupedConversationMetrics = operation({
	name: 'Get Conversation Metrics by Agent or Team Now',
	action: 'Get conversation metrics by agent or team now',
	gives: 'Returns one item per agent or team with open and unattended counts',
	needs: { role: 'administrator', since: '4.0.4' },
	description:
		'Only lists agents or teams with open conversations. An item with the ID null counts those without one.',
	request: 'GET /api/v2/accounts/{account_id}/live_reports/grouped_conversation_metrics',
	path: [account()],
	query: [
		pick('group_by', { assignee_id: 'Agent', team_id: 'Team' }),
		optional(team('team_id', { hint: 'Only conversations of this team' })),
	],
	reply: records(),
});
