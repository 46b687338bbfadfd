import {
	account,
	byId,
	conversation,
	flag,
	integer,
	MESSAGE,
	operation,
	optional,
	records,
	simplified,
} from '../../../shared/vocabulary';

const filtered = flag('filter_internal_messages', {
	label: 'Leave Out Internal Messages',
	hint: 'Whether to leave out private notes and activities',
	default: true,
});

/** In the order of creation. The service gives the newest, and with `after` those behind it. */
export const getAll = operation({
	name: 'Get Many',
	action: 'Get many messages of a conversation',
	gives: 'One item for each message, oldest first',
	description: 'With a limit the newest ones',
	request: 'GET /api/v1/accounts/{account_id}/conversations/{conversation_id}/messages',
	path: [account(), conversation()],
	query: [
		optional(
			integer('after', {
				label: 'After Message ID',
				hint: 'Only newer messages; a limit then takes the oldest of them',
				range: [0, 2 ** 31 - 2],
			}),
			integer('before', {
				label: 'Before Message ID',
				hint: 'Only older messages',
				range: [1, 2 ** 31 - 1],
			}),
			// Any text counts as yes, "false" too.
			{ ...filtered, convert: (value, reading) => filtered.convert(value, reading) || '' },
		),
	],
	reply: simplified(records('payload', byId('older', 20, 1000)), MESSAGE),
});
