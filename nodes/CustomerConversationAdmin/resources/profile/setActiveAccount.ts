import { account, operation } from '../../../shared/vocabulary';

export const setActiveAccount = operation({
	name: 'Set Active Account',
	action: 'Set the active account of the own user',
	description: 'The account that counts as used last',
	request: 'PUT /api/v1/profile/set_active_account',
	body: [account()],
});
