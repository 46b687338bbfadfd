import { account, faq, operation, record, simplified } from '../../../shared/vocabulary';
import { FAQ } from './parts/simple';

export const get = operation({
	name: 'Get',
	action: 'Get an FAQ',
	gives: 'Returns the FAQ',
	needs: { edition: 'enterprise', since: '4.0' },
	request: 'GET /api/v1/accounts/{account_id}/captain/assistant_responses/{faq_id}',
	path: [account(), faq()],
	reply: simplified(record(), FAQ),
});
