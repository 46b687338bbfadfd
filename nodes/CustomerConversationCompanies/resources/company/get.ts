import { account, company, operation, record, simplified } from '../../../shared/vocabulary';
import { COMPANY } from './parts/simple';

export const get = operation({
	name: 'Get',
	action: 'Get a company',
	gives: 'Returns the company with its number of contacts',
	needs: { edition: 'enterprise', since: '4.7', feature: 'Companies', featureSince: '4.14' },
	request: 'GET /api/v1/accounts/{account_id}/companies/{company_id}',
	path: [account(), company()],
	reply: simplified(record('payload'), COMPANY),
});
