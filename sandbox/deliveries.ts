/**
 * Tells the webhooks of the account what happened, as the service does: one attempt of five seconds,
 * and nothing waits for it. What happened is what differs from the last look at the records.
 */
import { isDeepStrictEqual } from 'node:util';
import { delivery } from '../truth/recordings';
import { iso, over, pick, type Row, type Rows } from './rows';
import { author, metaOf } from './state';

/** A delivery of a message has the other records in it. */
const { event: _, ...shape } = delivery('message_created--incoming').body as Row & {
	sender: Row;
	conversation: { contact_inbox: Row; meta: Row; messages: Array<Row & { conversation: Row }> };
};
const [newestShape] = shape.conversation.messages;
const authors: Row = { contact: 'Contact', user: 'User', agent_bot: 'AgentBot' };

/** The kinds of messages, by the numbers that stand for them. */
export const messageTypes = ['incoming', 'outgoing', 'activity', 'template'];

/** What the channel of an API inbox and a bot are told. */
const CHANNEL = 'message_created message_updated conversation_created conversation_updated';
const BOT = 'message_created message_updated conversation_opened conversation_resolved';

/** A text as website and e-mail inboxes render it, but for Markdown. */
const html = (text: string) => `<p>${text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')}</p>\n`;

/** A message as it is shown in its conversation. */
export function pushed(message: Row, talk: Row): Row {
	const { id = null, type } = (message.sender ?? {}) as Row;
	const by = { sender_id: id, sender_type: authors[String(type)] ?? null, account_id: 1 };
	const text = { processed_message_content: message.content, updated_at: iso(message.created_at) };
	const conversation = over(newestShape.conversation, { ...talk, ...columnsOf(talk) });
	return over(newestShape, { ...message, ...by, ...text, conversation });
}

/** Keys that a change delivers under the name that the record has for them. */
const columnNames = `name email phone_number identifier blocked status priority
	additional_attributes custom_attributes content_attributes`.split(/\s+/);

/** What of a record is told when it changes, by the service's names. Each request asks it of all records. */
function columnsOf(row: Row): Row {
	const { assignee, team } = row.meta ? metaOf(row) : {};
	const columns: Row = {};
	for (const name of columnNames) if (name in row) columns[name] = row[name];
	columns.label_list = row.labels;
	columns.last_activity_at = row.meta ? null : iso(row.last_activity_at);
	columns.assignee_id = assignee?.id ?? null;
	columns.team_id = team?.id ?? null;
	return columns;
}

function post(url: string, text: string, baseUrl: string, ended: AbortSignal): void {
	const headers = { accept: 'application/json', 'content-type': 'application/json' };
	const body = text.replaceAll('{base_url}', baseUrl);
	const signal = AbortSignal.any([AbortSignal.timeout(5000), ended]);
	fetch(url, { method: 'POST', headers, body, signal, redirect: 'manual' })
		.then((reply) => reply.body?.cancel())
		.catch(() => undefined);
}

/**
 * Gives what is to be called after each request, with the address of the sandbox.
 * @param ended ends what is still on its way
 */
export function announcer(rows: Rows, ended: AbortSignal) {
	const find = (name: string, id: unknown) => rows[name].find((row) => row.id === id)!;
	const account = () => pick(rows['account.account'][0], ['id', 'name']);

	const contact = (row: Row): Row =>
		over(shape.sender, { ...row, avatar: row.thumbnail, account: account() });

	function conversation(row: Row): Row {
		const { sender, assignee, assignee_type = null, team, channel } = metaOf(row);
		const links = sender.contact_inboxes as Array<{ inbox: Row }>;
		const linked = links.find(({ inbox }) => inbox.id === row.inbox_id);
		const link = { ...linked, inbox_id: row.inbox_id, contact_id: sender.id };
		const meta = {
			...shape.conversation.meta,
			sender: author(sender, 'contact'),
			assignee: assignee ? author(assignee, 'user') : null,
			assignee_type,
			team: team ? pick(team, ['id', 'name']) : null,
		};
		return over(shape.conversation, {
			...{ ...row, channel, meta },
			contact_inbox: over(shape.conversation.contact_inbox, link),
			first_reply_created_at: iso(row.first_reply_created_at),
			updated_at: Date.now() / 1000,
		});
	}

	function message(row: Row): Row {
		const inbox = find('account.inbox', row.inbox_id);
		const sender = row.sender as Row | undefined;
		const user = sender?.type === 'user' ? find('platform.user', sender.id) : {};
		const staff = sender ? pick({ ...user, ...sender }, ['id', 'name', 'email', 'type']) : null;
		const typed = row.content === null || inbox.channel_type === 'Channel::Api';
		return {
			...over(shape, row),
			account: account(),
			content: typed ? row.content : html(String(row.content)),
			conversation: conversation(find('account.conversation', row.conversation_id)),
			created_at: iso(row.created_at),
			inbox: pick(inbox, ['id', 'name']),
			message_type: messageTypes[Number(row.message_type)],
			sender: sender?.type === 'contact' ? contact(sender) : staff,
		};
	}

	const shownBefore = new WeakMap<Row, Row>();

	/** What happened to a record since it was looked at: events with what changed. */
	function news(kind: string, row: Row): Row[] {
		const before = shownBefore.get(row);
		const now = columnsOf(row);
		const isNew = (name: string) =>
			before?.[name] !== now[name] && !isDeepStrictEqual(before?.[name], now[name]);
		const names = Object.keys(now).filter(isNew);
		if ((before && !names.length) || row.message_type === 2) return [];
		// Never the same twice: receivers tell changes apart by it.
		const at = Math.max(Date.now(), Date.parse(String(before?.updated_at)) + 1 || 0);
		now.updated_at = new Date(at).toISOString();
		shownBefore.set(row, now);
		if (!before) return [{ event: `${kind}_created` }];
		if (kind === 'message') return [{ event: 'message_updated' }];
		const changed_attributes = ['updated_at', ...names].map((name) => ({
			[name]: { previous_value: before[name], current_value: now[name] },
		}));
		const updated = { event: `${kind}_updated`, changed_attributes };
		const status = { event: 'conversation_status_changed', changed_attributes: null };
		const became = { event: `conversation_${String(row.status).replace('open', 'opened')}` };
		return names.includes('status') ? [updated, status, became] : [updated];
	}

	/** Who is told of a record: who subscribed, the channel of an API inbox, its bot. */
	function hooksFor({ inbox_id }: Row): Row[] {
		const inbox = rows['account.inbox'].find(({ id }) => id === inbox_id) ?? {};
		const channel = { url: inbox.webhook_url, subscriptions: CHANNEL };
		const bot = { url: (inbox.agent_bot as Row | undefined)?.outgoing_url, subscriptions: BOT };
		return [...rows['account.webhook'], channel, bot].filter(({ url }) => url);
	}

	function announce(baseUrl: string): void {
		for (const [kind, bodyOf] of Object.entries({ contact, conversation, message }))
			for (const row of rows[`account.${kind}`])
				for (const eventBody of news(kind, row))
					for (const { url, subscriptions } of hooksFor(row))
						if ((subscriptions as string).includes(String(eventBody.event)))
							post(String(url), JSON.stringify({ ...bodyOf(row), ...eventBody }), baseUrl, ended);
	}
	announce('');
	return announce;
}
