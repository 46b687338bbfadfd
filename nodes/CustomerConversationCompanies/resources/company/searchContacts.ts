import {
	account,
	byPage,
	company,
	CONTACT,
	operation,
	records,
	simplified,
	text,
} from '../../../shared/vocabulary';
import { BY_NAME } from './parts/simple';

/** `company_id` of an item is the company to add the contact to, as Add Contact needs it. */
export const searchContacts = operation({
	name: 'Search Contacts',
	action: 'Search contacts to add to a company',
	gives: 'Returns one item per matching contact outside the company',
	needs: { edition: 'enterprise', since: '4.14', feature: 'Companies' },
	request: 'GET /api/v1/accounts/{account_id}/companies/{company_id}/contacts/search',
	path: [account(), company()],
	query: [
		text('q', {
			label: 'Search Text',
			hint: 'Part of the name, email, phone number or identifier, not case-sensitive',
		}),
	],
	reply: simplified(records('payload', byPage(15, BY_NAME, { total: 'meta.total_count' })), {
		...CONTACT,
		current_company_id: 'company.id',
		current_company_name: 'company.name',
	}),
});
