import { account, operation, records, text, whole } from '../../../shared/vocabulary';

export const searchIssues = operation({
	name: 'Search Issues',
	action: 'Search issues',
	gives: 'Returns one item per issue that Linear finds',
	request: 'GET /api/v1/accounts/{account_id}/integrations/linear/search_issue',
	path: [account()],
	query: [text('q', { label: 'Query', hint: 'Words in the title or description' })],
	reply: records('', whole),
});
