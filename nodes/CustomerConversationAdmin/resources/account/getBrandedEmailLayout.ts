import { account, operation } from '../../../shared/vocabulary';

export const getBrandedEmailLayout = operation({
	name: 'Get Branded Email Layout',
	action: 'Get the branded email layout of an account',
	gives: 'Returns the layout as HTML, or null if none is set',
	needs: { role: 'administrator', since: '4.16' },
	description: 'To get the layout of a single inbox, use Inbox → Get',
	request: 'GET /api/v1/accounts/{account_id}/branded_email_layout',
	path: [account()],
});
