import { BadInput } from '../../../shared/faults';
import {
	account,
	cameWith,
	CONVERSATION,
	CONVERSATIONS,
	integer,
	operation,
	optional,
	pick,
	simplified,
	text,
	whole,
} from '../../../shared/vocabulary';
import { assigneeType, conversationType, place, status } from './parts/listing';

export const getAll = operation({
	name: 'Get Many',
	action: 'Get many conversations',
	gives: 'One item for each conversation, in the chosen order',
	description: 'Open ones, unless the option Status is set; agents see those of their inboxes',
	request: 'GET /api/v1/accounts/{account_id}/conversations',
	path: [account()],
	query: [
		pick(
			'sort_by',
			{
				created_at_desc: 'Created At (Descending)',
				created_at_asc: 'Created At (Ascending)',
				last_activity_at_desc: 'Last Activity (Descending)',
				last_activity_at_asc: 'Last Activity (Ascending)',
				priority_desc: 'Priority (Descending)',
				priority_asc: 'Priority (Ascending)',
				waiting_since_desc: 'Waiting Since (Descending)',
				waiting_since_asc: 'Waiting Since (Ascending)',
				priority_desc_created_at_asc: 'Priority (Descending), Oldest First',
				unread: 'Unread Messages (Descending)',
			},
			{
				label: 'Sort',
				hint: 'By anything but Created At a conversation that changes while a long list is read moves, and can be missed; without priority it comes last both ways. By Unread Messages, and Oldest First: on 4.16 or newer.',
				since: cameWith('4.16', 'unread', 'priority_desc_created_at_asc'),
			},
		),
		optional(
			status(),
			assigneeType(),
			text('q', {
				label: 'Search Text',
				hint: 'Found anywhere in messages, % and _ stand for any characters; Status has no effect beside it',
			}),
			...place(),
			conversationType(),
			text('source_id', { label: 'Source ID', hint: 'ID of the contact inside an inbox' }),
			integer('updated_within', {
				hint: 'Only those that changed in the last so many seconds',
				range: [1, Infinity],
			}),
		),
	],
	reply: simplified(CONVERSATIONS, CONVERSATION),
	run: async ({ values, request, host, records, list }) => {
		if (!values.updated_within) return await records();
		// The service then sends the whole list for every page.
		if (values.start_after)
			throw new BadInput('Start After cannot stand beside Updated Within', ['start_after']);
		return (await list(request, { ...CONVERSATIONS, pages: whole })).slice(0, host.limit());
	},
});
