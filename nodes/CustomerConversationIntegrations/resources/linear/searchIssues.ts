import { account, operation, records, text, whole } from '../../../shared/vocabulary';

export const searchIssues = operation({
	name: 'Search Issues',
	action: 'Search issues',
	gives: 'One item for each issue that Linear finds',
	request: 'GET /api/v1/accounts/{account_id}/integrations/linear/search_issue',
	path: [account()],
	query: [text('q', { label: 'Query', hint: 'Words of the title or the description' })],
	reply: records('', whole),
});
