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
	name: 'Get Conversation Metrics by Agent',
	action: 'Get conversation metrics of each agent',
	gives: 'One item for each user of the account: open and unattended now',
	needs: { role: 'administrator' },
	request: 'GET /api/v2/accounts/{account_id}/reports/conversations',
	path: [account()],
	query: [fixed({ type: 'agent' })],
	reply: simplified(records('', byPage(25, UNORDERED)), {
		...own('id', 'name', 'email', 'availability'),
		...inside('metric', own('open', 'unattended')),
	}),
});
