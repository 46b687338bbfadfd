import { account, operation, optional, record, text } from '../../../shared/vocabulary';
import { conversationType, place, status } from './parts/listing';

/** There is no search text: with one, the service counts at most one page. */
export const getCounts = operation({
	name: 'Get Counts',
	action: 'Get conversation counts',
	gives: 'Returns one item with four counts: mine, assigned, unassigned and all',
	description:
		'Counts open conversations unless you set Status. Since Chatwoot 4.18, those of agent bots and AI assistants count as assigned. Limited to 30 calls per minute; further calls wait.',
	request: 'GET /api/v1/accounts/{account_id}/conversations/meta',
	path: [account()],
	query: [
		optional(
			status(),
			...place(),
			conversationType(),
			text('source_id', { label: 'Source ID', hint: 'ID of the contact in an inbox' }),
		),
	],
	reply: record('meta'),
});
