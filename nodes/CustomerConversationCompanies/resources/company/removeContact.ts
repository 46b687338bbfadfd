import { account, company, contact, operation } from '../../../shared/vocabulary';

export const removeContact = operation({
	name: 'Remove Contact',
	action: 'Remove a contact from a company',
	gives: 'Returns the IDs of the contact and the company',
	needs: { edition: 'enterprise', since: '4.14', feature: 'Companies' },
	description: 'The contact is kept, without company and company_name',
	request: 'DELETE /api/v1/accounts/{account_id}/companies/{company_id}/contacts/{contact_id}',
	path: [account(), company(), contact()],
});
