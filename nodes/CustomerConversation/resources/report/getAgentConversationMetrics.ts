import {
	account,
	asIs,
	byPage,
	fixed,
	inside,
	operation,
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
		...asIs('id', 'name', 'email', 'availability'),
		...inside('metric', asIs('open', 'unattended')),
	}),
});
