import { account, operation, stored, text } from '../../../shared/vocabulary';

export const create = operation({
	name: 'Create',
	action: 'Create a canned response',
	gives: 'Returns the new canned response',
	request: 'POST /api/v1/accounts/{account_id}/canned_responses',
	path: [account()],
	body: [
		text('short_code', {
			hint: 'Shortcut that agents type. Must be unique in the account.',
			max: 255,
		}),
		text('content', { rows: 4 }),
	],
	reply: stored(),
});
