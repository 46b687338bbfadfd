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
	gives: 'The company with its new values',
	needs: { edition: 'enterprise', since: '4.7', feature: 'Companies', featureSince: '4.14' },
	description:
		'From Chatwoot 4.14 on its contacts get the new name as company_name, a little later',
	request: 'PATCH /api/v1/accounts/{account_id}/companies/{company_id}',
	path: [account(), company()],
	body: [
		mappedAttributes('company_attribute', 'What is left empty keeps its value', ATTRIBUTED),
		optional(
			companyName(),
			domain({ clear: null }),
			...details('. Merged with what is there; "Delete Custom Attributes" removes keys.'),
			additionalAttributes(' Replaces all that is stored.'),
			avatar('company[avatar]'),
		),
	],
	reply: simplified(stored('payload'), COMPANY),
});
