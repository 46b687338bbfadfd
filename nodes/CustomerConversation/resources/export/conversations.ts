import { at } from '../../../shared/values';
import {
	account,
	CONVERSATIONS,
	exportedRows,
	fixed,
	inbox,
	operation,
	optional,
	period,
	zone,
} from '../../../shared/vocabulary';
import { clock, createdInPeriod } from '../../tasks/longLists';
import {
	assigneeCells,
	attributeKeys,
	cell,
	contactCells,
	dashboardOf,
	inboxCells,
	inboxNames,
	jsonCell,
	lastMessageCells,
	statuses,
	teamCells,
	rowWithAttributes,
} from './parts/columns';

/**
 * Sorted by creation, the list does not move while it is read. The status changes, so it is not a filter
 * of the request: it is checked here.
 */
export const conversations = operation({
	name: 'Export Conversations',
	action: 'Export conversations',
	gives: 'Returns one row per conversation created in the period, oldest first',
	description: 'Exporting the same period again returns the same rows',
	request: 'GET /api/v1/accounts/{account_id}/conversations',
	path: [account()],
	query: [fixed({ status: 'all', sort_by: 'created_at_asc' }), optional(inbox())],
	options: [...period('export'), optional(statuses(), zone())],
	reply: exportedRows,
	run: (call) => {
		const wanted = call.values.status as string[] | undefined;
		const time = clock(call);
		const dashboard = dashboardOf(call);
		return createdInPeriod(call, {
			name: 'conversations',
			list: CONVERSATIONS,
			isWanted: ({ status }) => !wanted || wanted.includes(String(status)),
			toRow: async () => {
				const names = await inboxNames(call);
				const keys = await attributeKeys(call, 'conversation_attribute');
				return (conversation) =>
					rowWithAttributes(conversation, keys, {
						id: conversation.id,
						key: `conversation:${String(conversation.id)}`,
						conversation_id: conversation.id,
						url: `${dashboard}/conversations/${String(conversation.id)}`,
						status: cell(conversation, 'status'),
						priority: cell(conversation, 'priority'),
						created_at: time(conversation.created_at),
						created_at_unix: conversation.created_at,
						first_reply_at: time(conversation.first_reply_created_at),
						last_activity_at: time(conversation.last_activity_at),
						...lastMessageCells(conversation, time),
						waiting_since: time(conversation.waiting_since),
						snoozed_until: time(conversation.snoozed_until),
						...contactCells(at(conversation, 'meta.sender')),
						...inboxCells(conversation, names),
						...assigneeCells(conversation),
						...teamCells(conversation),
						can_reply: cell(conversation, 'can_reply'),
						unread_count: cell(conversation, 'unread_count'),
						additional_attributes: jsonCell(conversation.additional_attributes),
					});
			},
		});
	},
});
