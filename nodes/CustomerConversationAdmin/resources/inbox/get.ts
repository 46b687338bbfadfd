import {
	account,
	inbox,
	includeSecrets,
	operation,
	optional,
	record,
	simplified,
} from '../../../shared/vocabulary';
import { ONE_INBOX } from './parts/simple';

/** Fields depend on the channel. */
export const get = operation({
	name: 'Get',
	action: 'Get an inbox',
	gives: 'Returns the inbox, with the fields of its channel',
	request: 'GET /api/v1/accounts/{account_id}/inboxes/{inbox_id}',
	path: [account(), inbox()],
	options: [optional(includeSecrets())],
	reply: simplified(record(''), ONE_INBOX),
});
