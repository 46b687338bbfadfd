import { account, byPage, operation, optional, records, text } from '../../../shared/vocabulary';
import { assigneeType, place } from './parts/listing';

/** The service counts the rows of the page only. */
export const search = operation({
	name: 'Search',
	action: 'Search conversations',
	description:
		'Of any status; each comes with the messages that match, and without status, labels and agent',
	request: 'GET /api/v1/accounts/{account_id}/conversations/search',
	path: [account()],
	query: [
		text('q', {
			label: 'Search Text',
			hint: 'Found anywhere in messages; % and _ stand for any characters',
		}),
		optional(assigneeType(), ...place()),
	],
	reply: records('payload', byPage(25, undefined, { settable: true })),
});
