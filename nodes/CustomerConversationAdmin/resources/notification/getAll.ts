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
	gives: 'Returns one item per notification that you have not read',
	description: 'Use Include to also get read or snoozed notifications',
	request: 'GET /api/v1/accounts/{account_id}/notifications',
	path: [account()],
	query: [
		optional(
			picks('includes', { read: 'Read', snoozed: 'Snoozed' }, { label: 'Include' }),
			pick(
				'sort_order',
				{ desc: 'Newest First', asc: 'Oldest First' },
				{ hint: 'Order by latest activity. Default: newest first.' },
			),
		),
	],
	options: [optional(includeSecrets())],
	reply: simplified(NOTIFICATIONS, NOTIFICATION),
	empty: ({ values }) =>
		`Chatwoot only lists ${((values.includes ?? []) as string[]).includes('read') ? '' : 'unread '}notifications of the token's user.`,
});
