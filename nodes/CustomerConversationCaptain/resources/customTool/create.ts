import {
	account,
	includeSecrets,
	operation,
	optional,
	simplified,
	stored,
} from '../../../shared/vocabulary';
import { authentication, details, endpoint, toolTitle } from './parts/fields';
import { NEEDS, withAuthentication } from './parts/tool';

export const create = operation({
	name: 'Create',
	action: 'Create a custom tool',
	gives: 'Returns the new tool',
	needs: { role: 'administrator', ...NEEDS },
	description: 'Limited to 15 per account since Chatwoot 4.16',
	request: 'POST /api/v1/accounts/{account_id}/captain/custom_tools',
	path: [account()],
	body: [toolTitle(), endpoint(), authentication(), optional(...details())],
	options: [optional(includeSecrets())],
	reply: simplified(stored(), 'all'),
	run: withAuthentication,
});
