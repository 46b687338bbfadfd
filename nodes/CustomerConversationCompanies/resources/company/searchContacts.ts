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

/** `company_id` of an item is the company that is searched for, as "Add Contact" needs it. */
export const searchContacts = operation({
	name: 'Search Contacts',
	action: 'Search contacts to add to a company',
	gives: 'One item for each contact outside the company that has the text',
	needs: { edition: 'enterprise', since: '4.14', feature: 'Companies' },
	request: 'GET /api/v1/accounts/{account_id}/companies/{company_id}/contacts/search',
	path: [account(), company()],
	query: [
		text('q', {
			label: 'Search Text',
			hint: 'Part of name, e-mail address, phone number or identifier, in upper or lower case',
		}),
	],
	reply: simplified(records('payload', byPage(15, BY_NAME, { total: 'meta.total_count' })), {
		...CONTACT,
		current_company_id: 'company.id',
		current_company_name: 'company.name',
	}),
});
