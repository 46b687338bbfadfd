import { account, operation } from '../../../shared/vocabulary';

export const getBrandedEmailLayout = operation({
	name: 'Get Branded Email Layout',
	action: 'Get the branded email layout of an account',
	gives: 'The layout as HTML, null where none is set',
	needs: { role: 'administrator', since: '4.16' },
	description: 'Inbox → Get gives the layout of a single inbox',
	request: 'GET /api/v1/accounts/{account_id}/branded_email_layout',
	path: [account()],
});
