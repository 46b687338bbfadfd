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
	label: 'Exclude Internal Messages',
	hint: 'Whether to exclude private notes and activity messages',
	default: true,
});

/** In the order of creation. The service returns the newest messages, or those that follow `after`. */
export const getAll = operation({
	name: 'Get Many',
	action: 'Get many messages of a conversation',
	gives: 'Returns one item per message, oldest first',
	description: 'With a limit, it returns the newest messages',
	request: 'GET /api/v1/accounts/{account_id}/conversations/{conversation_id}/messages',
	path: [account(), conversation()],
	query: [
		optional(
			integer('after', {
				label: 'After Message ID',
				hint: 'Only messages after this one. With a limit, the oldest of them.',
				range: [0, 2 ** 31 - 2],
			}),
			integer('before', {
				label: 'Before Message ID',
				hint: 'Only messages before this one',
				range: [1, 2 ** 31 - 1],
			}),
			// The service takes any text for yes, even "false".
			{ ...filtered, convert: (value, reading) => filtered.convert(value, reading) || '' },
		),
	],
	reply: simplified(records('payload', byId('older', 20, 1000)), MESSAGE),
});
