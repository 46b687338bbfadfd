import {
	account,
	company,
	operation,
	record,
	simplified,
	textsOf,
} from '../../../shared/vocabulary';
import { COMPANY } from './parts/simple';

export const deleteCustomAttributes = operation({
	name: 'Delete Custom Attributes',
	action: 'Delete custom attributes of a company',
	gives: 'Returns the company with its remaining custom attributes',
	needs: { edition: 'enterprise', since: '4.14', feature: 'Companies' },
	request: 'POST /api/v1/accounts/{account_id}/companies/{company_id}/destroy_custom_attributes',
	path: [account(), company()],
	body: [
		textsOf('custom_attributes', {
			label: 'Attribute Keys',
			hint: 'Keys of the custom attributes to remove, separated by commas',
		}),
	],
	reply: simplified(record('payload'), COMPANY),
});
