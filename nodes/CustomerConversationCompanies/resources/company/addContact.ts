import { recordOf } from '../../../shared/steps';
import {
	account,
	company,
	contact,
	CONTACT,
	operation,
	record,
	simplified,
} from '../../../shared/vocabulary';

export const addContact = operation({
	name: 'Add Contact',
	action: 'Add a contact to a company',
	gives: 'Returns the contact with its new company',
	needs: { edition: 'enterprise', since: '4.14', feature: 'Companies' },
	description:
		"A contact in another company is moved. Its company_name becomes this company's name.",
	request: 'POST /api/v1/accounts/{account_id}/companies/{company_id}/contacts',
	path: [account(), company()],
	body: [contact()],
	reply: simplified(record('payload'), CONTACT),
	run: async ({ request, send }) => [recordOf(await send({ ...request, again: true }), 'payload')],
});
