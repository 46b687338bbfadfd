import { whyUnseen } from '../../../shared/tasks/empty';
import {
	account,
	includeSecrets,
	operation,
	optional,
	records,
	simplified,
	whole,
} from '../../../shared/vocabulary';
import { LISTED_INBOX } from './parts/simple';

export const getAll = operation({
	name: 'Get Many',
	action: 'Get many inboxes',
	gives: 'Returns one item per inbox',
	description: 'Agents only see inboxes of which they are a member',
	request: 'GET /api/v1/accounts/{account_id}/inboxes',
	path: [account()],
	options: [optional(includeSecrets())],
	reply: simplified(records('payload', whole), LISTED_INBOX),
	empty: async (call) => await whyUnseen(call),
});
