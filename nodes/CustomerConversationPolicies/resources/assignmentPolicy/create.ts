import { account, operation, optional, simplified, stored, text } from '../../../shared/vocabulary';
import { details } from './parts/fields';

export const create = operation({
	name: 'Create',
	action: 'Create an assignment policy',
	gives: 'Returns the new policy',
	needs: { role: 'administrator', since: '4.6' },
	description:
		'Assigns conversations only after it is attached to an inbox, and if the account feature Assignment V2 is enabled',
	request: 'POST /api/v1/accounts/{account_id}/assignment_policies',
	path: [account()],
	body: [text('name'), optional(...details())],
	reply: simplified(stored(), 'all'),
});
