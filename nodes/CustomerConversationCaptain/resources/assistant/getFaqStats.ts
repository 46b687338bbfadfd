import { account, assistant, operation, record } from '../../../shared/vocabulary';

export const getFaqStats = operation({
	name: 'Get FAQ Stats',
	action: 'Get the FAQ stats of an assistant',
	gives: 'Counts of FAQs, suggestions, documents, and coverage in percent',
	needs: { edition: 'enterprise', since: '4.16.1' },
	description: 'Of suggestions an agent counts those from conversations that they may see',
	request: 'GET /api/v1/accounts/{account_id}/captain/assistants/{assistant_id}/faq_stats',
	path: [account(), assistant()],
	reply: record(),
});
