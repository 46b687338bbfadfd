import { account, fixed, operation } from '../../../shared/vocabulary';

export const getConversationMetrics = operation({
	name: 'Get Conversation Metrics Now',
	action: 'Get conversation metrics now',
	gives: 'Returns one item with open, unattended, unassigned and pending counts',
	needs: { role: 'administrator' },
	request: 'GET /api/v2/accounts/{account_id}/reports/conversations',
	path: [account()],
	query: [fixed({ type: 'account' })],
});
