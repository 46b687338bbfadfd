import type { IDataObject } from 'n8n-workflow';
import { asDelivered } from '../../shared/events/delivery';
import { ServiceError } from '../../shared/faults';
import { unlessGone } from '../../shared/steps';
import { readList, readPage, rowsOf } from '../../shared/transport/pages';
import { sideBySide } from '../../shared/transport/run';
import { readable } from '../../shared/transport/simplify';
import { byId, CONVERSATIONS, records, whole } from '../../shared/vocabulary';
import { FEW, TIMEOUT, foundAs, type Found, type PollQuery, type Watched } from './watched';

const WRITTEN = ['agent_wrote', 'customer_wrote', 'message_created', 'note_written'];

/**
 * Seconds that a request may be on its way until Chatwoot counts back from its time, and by which clocks differ. A
 * busy server lets requests wait as long as the node does.
 */
const SLACK = TIMEOUT / 1000 + 5;

/** Seconds after which all changes are too much for one reply: then the whole list is read page by page. */
export const LONG_AGO = 21_600;

/** Rows of the newest page of messages. */
const PAGE = 20;
export const MESSAGES = records('payload', byId('older', PAGE, 1000));

const changeKey = ({ id, updated_at }: IDataObject) =>
	`conversation_updated:${String(id)}:${String(updated_at)}`;

/**
 * Conversations that changed, including new messages. A single reply cannot change while it is read; pages in the
 * order of creation only move rows into the next page.
 */
export async function changedConversations({
	send,
	account,
	places,
	secondsSince,
	from,
}: PollQuery): Promise<IDataObject[]> {
	const request = {
		method: 'GET',
		path: `${account}/conversations`,
		query: { status: 'all' } as IDataObject,
	};
	if (from === undefined) return (await readPage(send, request, CONVERSATIONS)).rows.slice(0, FEW);
	const updated_within = () => secondsSince(from) + SLACK;
	const rows =
		updated_within() < LONG_AGO
			? await readList(
					send,
					{ ...request, queryOfTry: () => ({ updated_within: updated_within() }) },
					{ ...CONVERSATIONS, pages: whole },
					1,
				)
			: await readList(
					send,
					{ ...request, query: { ...request.query, sort_by: 'created_at_desc' } },
					CONVERSATIONS,
					places,
				);
	if (rows.some(({ updated_at }) => typeof updated_at !== 'number'))
		throw new ServiceError('This release of Chatwoot does not report when a conversation changed', {
			hint: 'Update the server: without that time the node finds neither conversations nor messages.',
		});
	return rows.filter(({ updated_at }) => Number(updated_at) >= from);
}

/** The messages of a conversation since `from`; none if it was deleted in the meantime. */
async function messagesIn(
	{ send, account, from }: PollQuery,
	{ id }: IDataObject,
): Promise<IDataObject[]> {
	const request = { method: 'GET', path: `${account}/conversations/${String(id)}/messages` };
	const body = await unlessGone(send(request));
	const newest = body === undefined ? [] : rowsOf(body);
	if (from === undefined) return newest;
	const isOlder = ({ created_at }: IDataObject) => Number(created_at) < from;
	const isEnough = newest.length < PAGE || newest.some(isOlder);
	const rows = isEnough ? newest : ((await unlessGone(readList(send, request, MESSAGES, 1))) ?? []);
	return rows.filter((row) => !isOlder(row));
}

function written(message: IDataObject, row: IDataObject): Found[] {
	const message_type = readable(message.message_type, 'message_type') as string;
	// Chatwoot sends no event for its own messages about a change.
	if (message_type === 'activity') return [];
	const eventBody = { ...message, message_type, conversation: asDelivered(row) };
	const raw = { ...message, conversation: row };
	return [foundAs('message_created', eventBody, raw, Number(message.created_at))];
}

/**
 * A change is recognized by the conversation's time of change. The last transaction writes it, so a different
 * time is another change, even if it is earlier.
 */
export const conversations: Watched = {
	events: ['conversation_created', 'conversation_updated', ...WRITTEN],
	late: 120,
	read: async (pollQuery) => {
		const { from = 0, inboxes, events, places, isNew } = pollQuery;
		const rows = (await changedConversations(pollQuery)).filter(
			({ inbox_id }) => !inboxes || inboxes.includes(inbox_id),
		);
		const found = rows.flatMap((row) => {
			const created = Number(row.created_at);
			const change = foundAs(
				'conversation_updated',
				asDelivered(row),
				row,
				Number(row.updated_at),
				changeKey(row),
			);
			return created < from
				? [change]
				: [foundAs('conversation_created', asDelivered(row), row, created), change];
		});
		if (!WRITTEN.some((name) => events.includes(name))) return found;
		const unseen = rows.filter((row) => isNew(changeKey(row)));
		const messages = await sideBySide(unseen.length, places, async (index) =>
			(await messagesIn(pollQuery, unseen[index])).flatMap((message) =>
				written(message, unseen[index]),
			),
		);
		return [...found, ...messages.flat()];
	},
};
