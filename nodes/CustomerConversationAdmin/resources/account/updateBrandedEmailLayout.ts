import { account, choice, fixed, operation } from '../../../shared/vocabulary';
import { brandedLayout } from './parts/layout';

export const updateBrandedEmailLayout = operation({
	name: 'Update Branded Email Layout',
	action: 'Update the branded email layout of an account',
	gives: 'Returns the layout as HTML',
	needs: { role: 'administrator', feature: 'Branded Email Templates', since: '4.16' },
	request: 'PATCH /api/v1/accounts/{account_id}/branded_email_layout',
	path: [account()],
	body: [
		choice('layout', {
			set: {
				name: 'Set',
				parts: [brandedLayout()],
			},
			remove: { name: 'Remove', parts: [fixed({ branded_email_layout: null })] },
		}),
	],
});
