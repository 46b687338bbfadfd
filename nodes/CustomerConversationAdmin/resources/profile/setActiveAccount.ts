import { account, operation } from '../../../shared/vocabulary';

export const setActiveAccount = operation({
	name: 'Set Active Account',
	action: 'Set the active account of the own user',
	gives: 'Whether the account counts as used last now',
	request: 'PUT /api/v1/profile/set_active_account',
	body: [account()],
});
