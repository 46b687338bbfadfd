import { choice, fixed, text } from '../../../shared/fields';
import { account } from '../../../shared/locators';
import { operation } from '../../../shared/operation';

export const updateBrandedEmailLayout = operation({
	name: 'Update Branded Email Layout',
	action: 'Update the branded email layout of an account',
	description: 'For administrators, on Chatwoot 4.16 or newer',
	request: 'PATCH /api/v1/accounts/{account_id}/branded_email_layout',
	path: [account()],
	body: [
		choice('layout', {
			set: {
				name: 'Set',
				parts: [
					text('branded_email_layout', {
						hint: 'Liquid HTML around the replies, which it outputs as {{ content_for_layout }}; at most 262,144 characters',
						rows: 8,
						max: 262144,
					}),
				],
			},
			remove: { name: 'Remove', parts: [fixed({ branded_email_layout: null })] },
		}),
	],
});
