import {
	account,
	includeSecrets,
	NOTIFICATIONS,
	operation,
	optional,
	pick,
	picks,
	simplified,
} from '../../../shared/vocabulary';
import { NOTIFICATION } from './parts/simple';

export const getAll = operation({
	name: 'Get Many',
	action: 'Get many notifications',
	gives: "One item for each unread notification of the token's user",
	description: 'Include adds those that were read or snoozed',
	request: 'GET /api/v1/accounts/{account_id}/notifications',
	path: [account()],
	query: [
		optional(
			picks('includes', { read: 'Read', snoozed: 'Snoozed' }, { label: 'Include' }),
			pick(
				'sort_order',
				{ desc: 'Newest First', asc: 'Oldest First' },
				{ hint: 'By the latest activity. Default: newest first.' },
			),
		),
	],
	options: [optional(includeSecrets())],
	reply: simplified(NOTIFICATIONS, NOTIFICATION),
});
