import { mappedAttributes } from '../../../shared/parts/attributes';
import {
	account,
	avatar,
	company,
	operation,
	optional,
	simplified,
	stored,
} from '../../../shared/vocabulary';
import { additionalAttributes, ATTRIBUTED, companyName, details, domain } from './parts/fields';
import { COMPANY } from './parts/simple';

export const update = operation({
	name: 'Update',
	action: 'Update a company',
	gives: 'Returns the updated company',
	needs: { edition: 'enterprise', since: '4.7', feature: 'Companies', featureSince: '4.14' },
	description:
		'Since Chatwoot 4.14, a new name is copied to company_name of its contacts in the background',
	request: 'PATCH /api/v1/accounts/{account_id}/companies/{company_id}',
	path: [account(), company()],
	body: [
		mappedAttributes('company_attribute', 'Empty fields keep their value', ATTRIBUTED),
		optional(
			companyName(),
			domain({ clear: null }),
			...details('. Merged with the stored ones. To remove keys, use Delete Custom Attributes.'),
			additionalAttributes(' Replaces the stored object.'),
			...avatar('company[avatar]'),
		),
	],
	reply: simplified(stored('payload'), COMPANY),
});
