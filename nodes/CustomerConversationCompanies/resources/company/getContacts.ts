import {
	account,
	byPage,
	company,
	CONTACT,
	operation,
	records,
	simplified,
} from '../../../shared/vocabulary';
import { BY_NAME } from './parts/simple';

export const getContacts = operation({
	name: 'Get Contacts',
	action: 'Get the contacts of a company',
	gives: 'Returns one item per contact of the company, sorted by name',
	needs: { edition: 'enterprise', since: '4.14', feature: 'Companies' },
	request: 'GET /api/v1/accounts/{account_id}/companies/{company_id}/contacts',
	path: [account(), company()],
	reply: simplified(
		records('payload', byPage(15, BY_NAME, { total: 'meta.total_count' })),
		CONTACT,
	),
});
