import { account, operation } from '../../../shared/vocabulary';

export const reportActivity = operation({
	name: 'Report Activity',
	action: 'Report that the own user is active in an account',
	gives: "Whether the token's user was last active in the account now",
	request: 'POST /api/v1/accounts/{account_id}/update_active_at',
	path: [account()],
});
