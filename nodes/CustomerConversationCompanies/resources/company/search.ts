import { account, operation, text } from '../../../shared/vocabulary';
import { order } from './parts/fields';
import { companyList } from './parts/simple';

export const search = operation({
	name: 'Search',
	action: 'Search companies',
	gives: 'One item for each company that has the text in name or domain',
	needs: { edition: 'enterprise', since: '4.8', feature: 'Companies', featureSince: '4.14' },
	request: 'GET /api/v1/accounts/{account_id}/companies/search',
	path: [account()],
	query: [
		text('q', {
			label: 'Search Text',
			hint: 'Part of name or domain, in upper or lower case; % stands for any text, _ for any character',
		}),
		order(),
	],
	reply: companyList,
});
