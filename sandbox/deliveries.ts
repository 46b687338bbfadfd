/**
 * Sends events to webhooks as Chatwoot does: one attempt with a timeout of five seconds, and no
 * reply waits for it. After each request, the records are compared with what they were before,
 * and each difference is an event.
 */
import { isDeepStrictEqual } from 'node:util';
import { delivery } from '../truth/recordings';
import { filtered, iso, over, pick, type Row, type Rows } from './rows';
import { author, metaOf } from './state';

/** A recorded delivery of a message. It also contains a contact and a conversation. */
const { event: _, ...shape } = delivery('message_created--incoming').body as Row & {
	sender: Row;
	conversation: { contact_inbox: Row; meta: Row; messages: Array<Row & { conversation: Row }> };
};
const [newestShape] = shape.conversation.messages;
const authors: Row = { contact: 'Contact', user: 'User', agent_bot: 'AgentBot' };

/** The types of messages. The index of a type is its number in the API. */
export const messageTypes = ['incoming', 'outgoing', 'activity', 'template'];

/** Events that the webhook URL of an API inbox and an agent bot receive. */
const MESSAGES = ['message_created', 'message_updated'];
const CHANNEL = [...MESSAGES, 'conversation_created', 'conversation_updated'];
const BOT = [...MESSAGES, 'conversation_opened', 'conversation_resolved'];

/** A text as HTML, as website and email inboxes render it. Markdown is not rendered. */
const html = (text: string) => `<p>${text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')}</p>\n`;

/** A message as it appears in the `messages` of its conversation. */
export function pushed(message: Row, conversation: Row): Row {
	const { id = null, type } = (message.sender ?? {}) as Row;
	return over(newestShape, {
		...message,
		account_id: 1,
		sender_id: id,
		sender_type: authors[String(type)] ?? null,
		processed_message_content: message.content,
		updated_at: iso(message.created_at),
		conversation: over(newestShape.conversation, {
			...conversation,
			...columnsOf(conversation),
		}),
	});
}

/** Fields that `changed_attributes` calls by the same name as the record. */
const FIELDS = [
	'name',
	'email',
	'phone_number',
	'identifier',
	'blocked',
	'status',
	'priority',
	'additional_attributes',
	'custom_attributes',
	'content_attributes',
];

const idIn = (row: Row, key: 'assignee' | 'team') =>
	(row.meta ? metaOf(row)[key]?.id : undefined) ?? null;

/**
 * The fields of a record whose changes are sent, with the names that `changed_attributes` has. They are read of
 * every record after each request, so reading makes no objects.
 */
const COLUMNS: Array<[name: string, read: (row: Row) => unknown]> = [
	...FIELDS.map((name): [string, (row: Row) => unknown] => [name, (row) => row[name]]),
	['label_list', (row) => row.labels],
	['last_activity_at', (row) => (row.meta ? null : row.last_activity_at)],
	['assignee_id', (row) => idIn(row, 'assignee')],
	['team_id', (row) => idIn(row, 'team')],
];

const columnsOf = (row: Row): Row =>
	Object.fromEntries(
		COLUMNS.map(([name, read]) => [name, read(row)]).filter(([, value]) => value !== undefined),
	) as Row;

/** Whether the columns of a record are still these. */
const isStill = (columns: Row, row: Row): boolean =>
	COLUMNS.every(([name, read]) => read(row) === columns[name]);

/** @param ended aborts the request when the sandbox is closed */
async function post(url: string, text: string, baseUrl: string, ended: AbortSignal): Promise<void> {
	const sent = fetch(url, {
		method: 'POST',
		headers: { accept: 'application/json', 'content-type': 'application/json' },
		body: text.replaceAll('{base_url}', baseUrl),
		signal: AbortSignal.any([AbortSignal.timeout(5000), ended]),
		redirect: 'manual',
	});
	await sent.then((reply) => reply.body?.cancel()).catch(() => undefined);
}

/**
 * Returns functions that send what happened: `announce` the events since its last call, after each request;
 * `execute` a macro. Both need the URL of the sandbox. `delivered` waits until all that was sent has been
 * answered or given up, and returns how many deliveries that were since the start.
 * @param ended aborts deliveries that are still running
 */
export function announcer(rows: Rows, ended: AbortSignal) {
	const open = new Set<Promise<void>>();
	let count = 0;
	const deliver = (url: string, body: Row, baseUrl: string): void => {
		count++;
		const sent = post(url, JSON.stringify(body), baseUrl, ended);
		open.add(sent);
		void sent.then(() => open.delete(sent));
	};
	const delivered = async (): Promise<number> => {
		while (open.size) await Promise.all(open);
		return count;
	};

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
			...row,
			channel,
			meta,
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
		const isPlainText = row.content === null || inbox.channel_type === 'Channel::Api';
		return {
			...over(shape, row),
			account: account(),
			content: isPlainText ? row.content : html(String(row.content)),
			conversation: conversation(find('account.conversation', row.conversation_id)),
			created_at: iso(row.created_at),
			inbox: pick(inbox, ['id', 'name']),
			message_type: messageTypes[Number(row.message_type)],
			sender: sender?.type === 'contact' ? contact(sender) : staff,
		};
	}

	/** The columns of each record after the last request. */
	const columnsBefore = new WeakMap<Row, Row>();

	/** The events of a record since the last request, with the fields that changed. */
	function eventsOf(kind: string, row: Row): Row[] {
		if (row.message_type === 2) return [];
		const before = columnsBefore.get(row);
		if (before && isStill(before, row)) return [];
		const now = columnsOf(row);
		const isChanged = (name: string) =>
			before?.[name] !== now[name] && !isDeepStrictEqual(before?.[name], now[name]);
		const names = Object.keys(now).filter(isChanged);
		if (before && !names.length) return [];
		// Always later than the last time, because receivers use it to tell two changes apart.
		const at = Math.max(Date.now(), Date.parse(String(before?.updated_at)) + 1 || 0);
		now.updated_at = new Date(at).toISOString();
		columnsBefore.set(row, now);
		if (!before) return [{ event: `${kind}_created` }];
		if (kind === 'message') return [{ event: 'message_updated' }];
		const sent = (name: string, columns: Row) =>
			name === 'last_activity_at' ? iso(columns[name]) : columns[name];
		const changed_attributes = ['updated_at', ...names].map((name) => ({
			[name]: { previous_value: sent(name, before), current_value: sent(name, now) },
		}));
		const updated = { event: `${kind}_updated`, changed_attributes };
		const status = { event: 'conversation_status_changed', changed_attributes: null };
		const newStatus = { event: `conversation_${String(row.status).replace('open', 'opened')}` };
		return names.includes('status') ? [updated, status, newStatus] : [updated];
	}

	/** The receivers for a record: the webhooks of the account, and the webhook URL and bot of its inbox. */
	function hooksFor({ inbox_id }: Row): Row[] {
		const inbox = rows['account.inbox'].find(({ id }) => id === inbox_id) ?? {};
		const channel = { url: inbox.webhook_url, subscriptions: CHANNEL };
		const bot = {
			url: (inbox.agent_bot as Row | undefined)?.outgoing_url,
			subscriptions: BOT,
		};
		return [...rows['account.webhook'], channel, bot].filter(({ url }) => url);
	}

	const bodies: Record<string, (row: Row) => Row> = { contact, conversation, message };

	/** Sends an event to all receivers that subscribed to it. */
	function send(kind: string, row: Row, eventBody: Row, baseUrl: string): void {
		for (const { url, subscriptions } of hooksFor(row)) {
			if (!(subscriptions as string[]).includes(String(eventBody.event))) continue;
			deliver(String(url), { ...bodies[kind](row), ...eventBody }, baseUrl);
		}
	}

	/** Calls the webhooks of a macro or an automation rule. Its other actions are not kept here. */
	function act({ actions }: Row, event: string, row: Row, baseUrl: string): void {
		for (const { action_name, action_params } of actions as Row[])
			if (action_name === 'send_webhook_event') {
				const [url] = action_params as string[];
				deliver(url, { ...conversation(row), event }, baseUrl);
			}
	}

	/** Lets the automation rules act on an event of a conversation, or of a message in it. */
	function applyRules(kind: string, row: Row, event: string, baseUrl: string): void {
		const id = kind === 'message' ? row.conversation_id : row.id;
		const shown = rows['account.conversation'].find((one) => one.id === id);
		if (!shown) return;
		for (const rule of rows['account.automation_rule']) {
			const { event_name, active, conditions } = rule;
			const judged = { ...shown, content: row.content };
			if (event_name === event && active && filtered([judged], conditions as Row[]).length)
				act(rule, `automation_event.${event}`, shown, baseUrl);
		}
	}

	function announce(baseUrl: string): void {
		for (const kind of Object.keys(bodies))
			for (const row of rows[`account.${kind}`])
				for (const eventBody of eventsOf(kind, row)) {
					send(kind, row, eventBody, baseUrl);
					if (baseUrl && kind !== 'contact')
						applyRules(kind, row, String(eventBody.event), baseUrl);
				}
	}
	// Remember the records that exist at the start. Nobody has subscribed yet.
	announce('');
	/** Runs a macro in conversations. */
	const execute = (macro: Row, conversationIds: unknown, baseUrl: string) => {
		const ids = [conversationIds ?? []].flat().map(Number);
		for (const row of rows['account.conversation'])
			if (ids.includes(Number(row.id))) act(macro, 'macro.executed', row, baseUrl);
	};
	return { announce, execute, delivered };
}
