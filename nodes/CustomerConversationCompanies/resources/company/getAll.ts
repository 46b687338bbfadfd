import { account, operation } from '../../../shared/vocabulary';
import { order } from './parts/fields';
import { companyList } from './parts/simple';

export const getAll = operation({
	name: 'Get Many',
	action: 'Get many companies',
	gives: 'Returns one item per company, in the chosen order',
	needs: { edition: 'enterprise', since: '4.7', feature: 'Companies', featureSince: '4.14' },
	request: 'GET /api/v1/accounts/{account_id}/companies',
	path: [account()],
	query: [order()],
	reply: companyList,
});
