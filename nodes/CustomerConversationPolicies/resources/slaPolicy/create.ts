import { account, operation, optional, stored, text } from '../../../shared/vocabulary';
import { details } from './parts/fields';

export const create = operation({
	name: 'Create',
	action: 'Create an SLA policy',
	gives: 'The new policy',
	needs: { role: 'administrator', edition: 'enterprise' },
	description:
		'Conversation → Update gives it to a conversation; it shows there where the account has the feature SLA',
	request: 'POST /api/v1/accounts/{account_id}/sla_policies',
	path: [account()],
	body: [text('name'), optional(...details())],
	reply: stored('payload'),
});
