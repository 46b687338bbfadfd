import { readable } from '../../../shared/transport/simplify';
import { at } from '../../../shared/values';
import {
	account,
	exportedRows,
	fixed,
	inbox,
	operation,
	optional,
	period,
	zone,
} from '../../../shared/vocabulary';
import { clock } from '../../tasks/longLists';
import { writtenInPeriod } from '../../tasks/writtenMessages';
import {
	assigneeCells,
	cell,
	contactCells,
	dashboardOf,
	inboxCells,
	inboxNames,
	teamCells,
} from './parts/columns';

export const messages = operation({
	name: 'Export Messages',
	action: 'Export messages',
	gives: 'Returns one row per message written in the period',
	description: 'Grouped by conversation, including private notes and activity messages',
	request: 'GET /api/v1/accounts/{account_id}/conversations',
	path: [account()],
	query: [fixed({ status: 'all', sort_by: 'last_activity_at_desc' }), optional(inbox())],
	options: [...period('export'), optional(zone())],
	reply: exportedRows,
	run: (call) => {
		const time = clock(call);
		const dashboard = dashboardOf(call);
		return writtenInPeriod(call, {
			name: 'messages',
			cellsOf: async () => {
				const names = await inboxNames(call);
				return (conversation) => ({
					...contactCells(at(conversation, 'meta.sender')),
					...inboxCells(conversation, names),
					...assigneeCells(conversation),
					...teamCells(conversation),
				});
			},
			toRow: (message, number, cells) => {
				const attachments = Array.isArray(message.attachments) ? message.attachments : [];
				const addresses = attachments.map((file) => cell(file, 'data_url')).filter(Boolean);
				return {
					id: message.id,
					key: `message:${String(message.id)}`,
					conversation_id: number,
					url: `${dashboard}/conversations/${number}?messageId=${String(message.id)}`,
					created_at: time(message.created_at),
					created_at_unix: message.created_at,
					message_type: cell(readable(message.message_type, 'message_type'), ''),
					private: cell(message, 'private'),
					sender_type: cell(message, 'sender.type'),
					sender_id: cell(message, 'sender.id'),
					sender_name: cell(message, 'sender.name'),
					content: cell(message, 'content'),
					content_type: cell(message, 'content_type'),
					status: cell(message, 'status'),
					attachments: addresses.join(', ') || null,
					attachment_count: attachments.length,
					...cells,
				};
			},
		});
	},
});
