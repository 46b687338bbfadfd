import { account, operation, text } from '../../../shared/vocabulary';
import { order } from './parts/fields';
import { companyList } from './parts/simple';

export const search = operation({
	name: 'Search',
	action: 'Search companies',
	gives: 'Returns one item per company with the text in its name or domain',
	needs: { edition: 'enterprise', since: '4.8', feature: 'Companies', featureSince: '4.14' },
	request: 'GET /api/v1/accounts/{account_id}/companies/search',
	path: [account()],
	query: [
		text('q', {
			label: 'Search Text',
			hint: 'Part of the name or domain, not case-sensitive. % matches any text, _ any character.',
		}),
		order(),
	],
	reply: companyList,
});
