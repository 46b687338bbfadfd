import {
	account,
	byPage,
	fixed,
	inside,
	operation,
	own,
	records,
	simplified,
	UNORDERED,
} from '../../../shared/vocabulary';

export const getAgentConversationMetrics = operation({
	name: 'Get Conversation Metrics by Agent Now',
	action: 'Get conversation metrics by agent now',
	gives: 'Returns one item per user with the open and unattended counts',
	needs: { role: 'administrator' },
	request: 'GET /api/v2/accounts/{account_id}/reports/conversations',
	path: [account()],
	query: [fixed({ type: 'agent' })],
	reply: simplified(records('', byPage(25, UNORDERED)), {
		...own('id', 'name', 'email', 'availability'),
		...inside('metric', own('open', 'unattended')),
	}),
});
