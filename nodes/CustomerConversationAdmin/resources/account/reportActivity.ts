import { account, nothing, operation } from '../../../shared/vocabulary';

export const reportActivity = operation({
	name: 'Report Activity',
	action: 'Report that your user is active in an account',
	gives: 'Returns whether Chatwoot now counts the account as the one you used last',
	request: 'POST /api/v1/accounts/{account_id}/update_active_at',
	path: [account()],
	reply: nothing,
});
