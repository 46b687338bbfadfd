import { account, fixed, operation } from '../../../shared/vocabulary';

/** Live figures: open, unattended, unassigned, pending. */
export const getConversationMetrics = operation({
	name: 'Get Conversation Metrics',
	action: 'Get conversation metrics of an account',
	gives: 'One item: open, unattended, unassigned, pending conversations now',
	needs: { role: 'administrator' },
	request: 'GET /api/v2/accounts/{account_id}/reports/conversations',
	path: [account()],
	query: [fixed({ type: 'account' })],
});
