import {
	account,
	company,
	contactOf,
	NOTE,
	operation,
	records,
	simplified,
	whole,
} from '../../../shared/vocabulary';

/** The service sends no more than 20. */
export const getNotes = operation({
	name: 'Get Notes',
	action: 'Get the notes on the contacts of a company',
	gives: 'Returns one item per note on its contacts, newest first, at most 20',
	needs: { edition: 'enterprise', since: '4.14', feature: 'Companies' },
	request: 'GET /api/v1/accounts/{account_id}/companies/{company_id}/notes',
	path: [account(), company()],
	reply: simplified(records('payload', whole), { ...NOTE, ...contactOf('contact') }),
});
