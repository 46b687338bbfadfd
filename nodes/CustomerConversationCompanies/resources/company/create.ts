import { mappedAttributes } from '../../../shared/parts/attributes';
import {
	account,
	avatar,
	front,
	operation,
	optional,
	simplified,
	stored,
} from '../../../shared/vocabulary';
import { additionalAttributes, ATTRIBUTED, companyName, details, domain } from './parts/fields';
import { COMPANY } from './parts/simple';

export const create = operation({
	name: 'Create',
	action: 'Create a company',
	gives: 'Returns the new company',
	needs: { edition: 'enterprise', since: '4.7', feature: 'Companies', featureSince: '4.14' },
	request: 'POST /api/v1/accounts/{account_id}/companies',
	path: [account()],
	body: [
		companyName(),
		front(domain()),
		mappedAttributes('company_attribute', '', ATTRIBUTED),
		optional(...details(), additionalAttributes(), ...avatar('company[avatar]')),
	],
	reply: simplified(stored('payload'), COMPANY),
});
