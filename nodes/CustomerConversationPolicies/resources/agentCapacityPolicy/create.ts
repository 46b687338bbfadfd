import { account, operation, optional, simplified, stored, text } from '../../../shared/vocabulary';
import { details, withRules } from './parts/rules';
import { POLICY } from './parts/simple';

export const create = operation({
	name: 'Create',
	action: 'Create an agent capacity policy',
	gives: 'Returns the new policy',
	needs: { role: 'administrator', edition: 'enterprise', since: '4.6' },
	description:
		'Only takes effect if the account feature Assignment V2 is enabled, or Advanced Assignment since Chatwoot 4.16',
	request: 'POST /api/v1/accounts/{account_id}/agent_capacity_policies',
	path: [account()],
	body: [text('name', { max: 255 }), optional(...details())],
	reply: simplified(stored(), POLICY),
	run: withRules,
});
