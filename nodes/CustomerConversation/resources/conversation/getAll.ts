import { BadInput } from '../../../shared/faults';
import {
	account,
	cameWith,
	CONVERSATION,
	CONVERSATIONS,
	integer,
	operation,
	optional,
	simplified,
	text,
	whole,
} from '../../../shared/vocabulary';
import { explaining } from '../../../shared/tasks/explain';
import { whyNoConversation } from '../../tasks/noMatch';
import {
	assigneeType,
	conversationType,
	LOST_CONTACT,
	place,
	sortBy,
	status,
} from './parts/listing';

export const getAll = operation({
	name: 'Get Many',
	action: 'Get many conversations',
	gives: 'Returns one item per conversation, in the order you choose',
	description:
		'Returns open conversations unless you set Status. Agents only see conversations in their own inboxes.',
	request: 'GET /api/v1/accounts/{account_id}/conversations',
	path: [account()],
	query: [
		sortBy({
			hint: 'Except with Created At, conversations that change while a long list is read can be missed. Unread Messages and Oldest First require Chatwoot 4.16.',
			since: cameWith('4.16', 'unread', 'priority_desc_created_at_asc'),
		}),
		optional(
			status(),
			assigneeType(),
			text('q', {
				label: 'Search Text',
				hint: 'Text to find in messages; % and _ are wildcards. Status is ignored.',
			}),
			...place(),
			conversationType(),
			text('source_id', { label: 'Source ID', hint: 'ID of the contact in an inbox' }),
			integer('updated_within', {
				label: 'Updated Within (Seconds)',
				hint: 'Only conversations updated within this many seconds, e.g. 3600 for the last hour',
				range: [1, Infinity],
			}),
		),
	],
	reply: simplified(CONVERSATIONS, CONVERSATION),
	empty: whyNoConversation,
	run: explaining(LOST_CONTACT, async ({ values, request, host, records, list }) => {
		if (!values.updated_within) return await records();
		// With this filter the service sends the whole list for every page.
		if (values.start_after)
			throw new BadInput('Start After cannot be combined with Updated Within (Seconds)', [
				'start_after',
			]);
		return (await list(request, { ...CONVERSATIONS, pages: whole })).slice(0, host.limit());
	}),
});
