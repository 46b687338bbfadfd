import { account, operation, optional, record, text } from '../../../shared/vocabulary';
import { conversationType, place, status } from './parts/listing';

/** A search text is not offered: with it the service counts no more than one page. */
export const getCounts = operation({
	name: 'Get Counts',
	action: 'Get the counts of conversations',
	gives: 'One item with four numbers: mine, assigned, unassigned and all',
	description:
		'Of the open conversations, unless Status is set. The service takes 30 calls a minute: more wait.',
	request: 'GET /api/v1/accounts/{account_id}/conversations/meta',
	path: [account()],
	query: [
		optional(
			status(),
			...place(),
			conversationType(),
			text('source_id', { label: 'Source ID', hint: 'ID of the contact inside an inbox' }),
		),
	],
	reply: record('meta'),
});
