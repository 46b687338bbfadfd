import { account, operation, optional, stored, text } from '../../../shared/vocabulary';
import { details } from './parts/fields';

export const create = operation({
	name: 'Create',
	action: 'Create an SLA policy',
	gives: 'Returns the new policy',
	needs: { role: 'administrator', edition: 'enterprise' },
	description:
		'Apply it with Conversation → Update. Conversations show it if the account feature SLA is enabled.',
	request: 'POST /api/v1/accounts/{account_id}/sla_policies',
	path: [account()],
	body: [text('name'), optional(...details())],
	reply: stored('payload'),
});
