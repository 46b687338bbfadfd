import { includeSecrets, optional, text } from '../../../shared/fields';
import { account } from '../../../shared/locators';
import { operation, stored, simplified } from '../../../shared/operation';
import { INBOX } from '../../../shared/simple';
import { nested } from '../../../shared/values';
import { newChannel } from './channel';
import { settings } from './settings';

/** Working hours are ignored here: an update sets them. */
export const create = operation({
	name: 'Create',
	action: 'Create an inbox',
	description: 'For administrators',
	request: 'POST /api/v1/accounts/{account_id}/inboxes',
	path: [account()],
	body: [
		text('name', { hint: 'A Telegram inbox takes the name of its bot' }),
		newChannel(),
		optional(...settings()),
	],
	options: [optional(includeSecrets())],
	reply: simplified(stored(''), INBOX),
	run: async ({ request, records }) => {
		request.body = nested(request.body);
		return await records();
	},
});
