import type { IDataObject } from 'n8n-workflow';
import { without } from '../../nodes/shared/values';
import { recording } from '../../truth/recordings';
import { inOrder, whole, type Row } from './lists';
import { sampleOf, type Records } from './records';
import { recordedAs } from './releases';
import type { Route } from './routes';

export function messageRoutes(records: Records): Route[] {
	/** Of the list only what belongs to all of them was recorded. */
	const { meta } = recording('account.message.list', 'ok', recordedAs(records.release)).response
		.body as { meta: IDataObject };
	const shown = (row: Row) => whole(row, 'created_at');
	const metaOf = (conversation: Row) => {
		const contact = records.contacts.find((row) => row.id === conversation.contact_id);
		return contact ? { ...meta, contact: without(contact, 'contact_inboxes') } : meta;
	};

	/** Up to 1,000 from `after` on, up to 100 behind it, or the newest 20 before `before`. */
	function part(rows: Row[], after: number, before: number): Row[] {
		if (after && before) return rows.filter(({ id }) => id >= after && id < before).slice(0, 1000);
		if (after) return rows.filter(({ id }) => id > after).slice(0, 100);
		return rows.filter(({ id }) => !before || id < before).slice(-20);
	}

	return [
		[
			'GET conversations/#/messages',
			({ ids: [id], query }) => {
				const conversation = records.conversations.find((row) => row.id === id);
				if (!conversation) return undefined;
				// Any value of the parameter leaves out notes and activities.
				const isBare = 'filter_internal_messages' in query;
				const rows = (records.messagesOf.get(id) ?? []).filter(
					(row) => !isBare || !(row.private || row.message_type === 2),
				);
				const found = part(
					inOrder(rows, ['created_at', 'id']),
					Number(query.after),
					Number(query.before),
				);
				return { meta: metaOf(conversation), payload: found.map(shown) };
			},
		],
		[
			'POST conversations/#/messages',
			({ ids: [id], body: { content, private: isPrivate = false, content_attributes } }) => {
				const to = records.conversations.find((row) => row.id === id);
				const {
					id: _,
					created_at: _at,
					...sample
				} = sampleOf('account.message.create', records.release);
				const changes = {
					...{ ...sample, content, private: isPrivate, conversation_id: id },
					...(content_attributes ? { content_attributes } : {}),
				} as IDataObject;
				return to && shown(records.message(to, changes).row);
			},
		],
	];
}
