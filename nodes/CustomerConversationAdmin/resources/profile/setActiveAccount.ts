import { account, nothing, operation } from '../../../shared/vocabulary';

export const setActiveAccount = operation({
	name: 'Set Active Account',
	action: 'Set your active account',
	gives: 'Returns whether Chatwoot now counts the account as the one you used last',
	request: 'PUT /api/v1/profile/set_active_account',
	body: [account()],
	reply: nothing,
});
