import { optional, text } from '../../../shared/fields';
import { account, agent } from '../../../shared/locators';
import { operation, stored } from '../../../shared/operation';
import { others } from './fields';

export const update = operation({
	name: 'Update',
	action: 'Update an agent',
	description: 'For administrators. Takes away a custom role that is not sent along.',
	request: 'PATCH /api/v1/accounts/{account_id}/agents/{agent_id}',
	path: [account(), agent()],
	body: [
		optional(
			text('name', { hint: 'Changes in all accounts of this person' }),
			...others('Enterprise edition. Left out, a custom role is taken away.'),
		),
	],
	reply: stored(),
});
