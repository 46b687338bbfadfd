import { account, assistant, operation, record } from '../../../shared/vocabulary';

export const getFaqStats = operation({
	name: 'Get FAQ Stats',
	action: 'Get the FAQ stats of an assistant',
	gives: 'Returns counts of FAQs, suggestions and documents, and coverage in percent',
	needs: { edition: 'enterprise', since: '4.16.1' },
	description: 'Agents only get the number of suggestions from conversations that they can see',
	request: 'GET /api/v1/accounts/{account_id}/captain/assistants/{assistant_id}/faq_stats',
	path: [account(), assistant()],
	reply: record(),
});
