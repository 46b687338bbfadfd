import { spellingLabels } from '../../../shared/tasks/labels';
import { hintingUnreached } from '../../../shared/tasks/unreached';
import { nested } from '../../../shared/values';
import {
	account,
	INBOX,
	includeSecrets,
	operation,
	optional,
	simplified,
	stored,
	text,
} from '../../../shared/vocabulary';
import { calledByInbox, newChannel } from './parts/channel';
import { labelsInRules } from './parts/csat';
import { settings } from './parts/settings';

/** The service ignores working hours in a create: only an update sets them. */
export const create = operation({
	name: 'Create',
	action: 'Create an inbox',
	gives: 'Returns the new inbox',
	needs: { role: 'administrator' },
	request: 'POST /api/v1/accounts/{account_id}/inboxes',
	path: [account()],
	body: [
		text('name', { hint: 'A Telegram inbox gets the name of its bot' }),
		newChannel(),
		optional(...settings()),
	],
	options: [optional(includeSecrets())],
	reply: simplified(stored(''), INBOX),
	run: hintingUnreached(
		calledByInbox,
		spellingLabels(labelsInRules, async ({ request, records }) => {
			request.body = nested(request.body);
			return await records();
		}),
	),
});
