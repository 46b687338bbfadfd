import { account, operation, optional, stored } from '../../../shared/vocabulary';
import { details, teamName } from './parts/fields';

export const create = operation({
	name: 'Create',
	action: 'Create a team',
	gives: 'Returns the new team',
	needs: { role: 'administrator' },
	request: 'POST /api/v1/accounts/{account_id}/teams',
	path: [account()],
	body: [teamName(), optional(...details())],
	reply: stored(),
});
