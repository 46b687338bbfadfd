import type { IDataObject } from 'n8n-workflow';
import { at } from '../../nodes/shared/values';
import { recording, recordsOf, type Release } from '../../truth/recordings';
import { whole, type Row } from './lists';
import { recordedAs } from './releases';

/** When the records of `addContacts` and the like begin, as Unix time. */
export const BEGIN = Date.UTC(2026, 9, 1) / 1000;
export const HOUR = 3600;

/** Texts of records, because a test may need thousands. */
const samples = new Map<string, string>();

/** A record as it was recorded: the first one of the reply. */
export function sampleOf(op: string, release: Release, name = 'ok'): Row {
	const key = `${op} ${release} ${name}`;
	const text =
		samples.get(key) ??
		JSON.stringify(recordsOf(op, recording(op, name, recordedAs(release)).response.body)[0]);
	samples.set(key, text);
	return JSON.parse(text) as Row;
}

type OfId = (id: number) => IDataObject;

/** What is different about a record, which may depend on its id. */
type Changes = IDataObject | OfId;

const changed = (changes: Changes, id: number): IDataObject =>
	typeof changes === 'function' ? (changes as OfId)(id) : changes;

/** The time of the record with this id, if there is one an hour. */
const hourOf = (id: number) => ({ created_at: BEGIN + id * HOUR });

const nothing: OfId = () => ({});

/**
 * The records of account 1, and what happens to them. It is empty. Each record begins as it was recorded,
 * without what people entered there. Unix times are seconds with their fraction, as in the database.
 */
export class Records {
	/** Unix time by the clock of the service. */
	now = 1_800_000_000;
	contacts: Row[] = [];
	/** With the id of the contact in `contact_id`, which no reply shows. */
	conversations: Row[] = [];
	/** Answers to surveys. */
	answers: Row[] = [];
	/** By the number of the conversation, because thousands of requests read those of one. */
	messagesOf = new Map<number, Row[]>();
	inboxes: Row[];
	/** Titles of the labels that the account lists. */
	readonly labels: string[] = [];
	/** Definitions of custom attributes of contacts. */
	attributes: IDataObject[] = [];
	/** Of the account; undefined for a token that may not list them. */
	webhooks?: IDataObject[];
	/** What says which bot is connected to the inboxes. */
	bot: IDataObject = {};
	/** Of the account. */
	features: IDataObject = {};

	/** Rows of a page, which the operator of a server may set. */
	readonly sizes: { conversations: number; contacts: number };

	private readonly lastIds = new Map<string, number>();

	/** @param size rows of a page of conversations or contacts, instead of Chatwoot's */
	constructor(
		readonly release: Release,
		size?: number,
	) {
		this.sizes = { conversations: size ?? 25, contacts: size ?? 15 };
		const shown = sampleOf('account.inbox.list', release);
		const named = { id: 1, name: 'Website', channel_type: 'Channel::WebWidget' };
		this.inboxes = [{ ...shown, ...named }];
	}

	/** All messages, in the order of their ids. */
	get messages(): Row[] {
		return [...this.messagesOf.values()].flat().sort((one, other) => one.id - other.id);
	}

	/** No two changes have the same time to the millionth. */
	moment(): number {
		return (this.now += 1e-6);
	}

	/** A new contact. Those that are created while no time passes have one time, as those of an import. */
	contact(changes: Changes = {}): Row {
		const id = this.nextId('contact', this.contacts);
		const [inbox] = this.inboxes;
		const row = {
			...sampleOf('account.contact.create', this.release),
			...{ id, name: `Contact ${id}`, email: `contact${id}@x.example`, created_at: this.now },
			...{ phone_number: null, identifier: null },
			contact_inboxes: [{ source_id: `source-${id}`, inbox }],
			...changed(changes, id),
		};
		this.contacts.push(row);
		return row;
	}

	/** A new conversation, of the person who was recorded unless `contact_id` says whose it is. */
	conversation(changes: Changes = {}): Row {
		const id = this.nextId('conversation', this.conversations);
		const now = this.moment();
		const row = {
			...sampleOf('account.conversation.create', this.release),
			...{ id, account_id: 1, inbox_id: this.inboxes[0]?.id },
			// The service counts from the beginning that somebody waits.
			...{ created_at: now, updated_at: now, last_activity_at: now, waiting_since: now },
			...changed(changes, id),
		};
		this.conversations.push(row);
		return row;
	}

	/**
	 * @param to the conversation, unless its number is in `conversation_id`
	 * @param isKept whether it can be read at once; otherwise after the returned `keep`
	 */
	message(to: Row | undefined, changes: Changes = {}, isKept = true) {
		const id = this.nextId('message');
		const row = {
			...sampleOf('account.message.list', this.release),
			...{ id, conversation_id: to?.id, created_at: this.moment(), ...changed(changes, id) },
		} as Row & { conversation_id: number };
		const keep = () => {
			const number = row.conversation_id;
			const rows = this.messagesOf.get(number) ?? [];
			this.messagesOf.set(number, rows);
			rows.push(row);
			const talk = to ?? this.conversations.find((one) => one.id === number);
			if (!talk) return;
			// The time is that of the change, not that of its end.
			Object.assign(talk, { updated_at: row.created_at, last_activity_at: row.created_at });
			const shown = whole(row, 'created_at');
			// Lists show the newest message only.
			talk.messages = [shown];
			const type = row.message_type;
			if (type !== 2) talk.last_non_activity_message = shown;
			if (type === 0) talk.waiting_since ||= shown.created_at;
			const isRule = at(row, 'content_attributes.automation_rule_id') !== undefined;
			if (type === 1 && !row.private && row.sender && !isRule) talk.waiting_since = 0;
		};
		if (isKept) keep();
		return { row, keep };
	}

	/** A new answer to the survey of a conversation. */
	rated(conversation: Row | undefined, rating: number, changes: Changes = {}): Row {
		const id = this.nextId('answer', this.answers);
		const row = {
			...sampleOf('account.csat.list', this.release),
			...{ id, message_id: this.nextId('message'), conversation_id: conversation?.id },
			...{ created_at: this.moment(), rating, feedback_message: '' },
			...changed(changes, id),
		} as Row;
		this.answers.push(row);
		return row;
	}

	/** Contacts, one an hour. */
	addContacts = (count: number, of = nothing): Row[] =>
		Array.from({ length: count }, () => this.contact((id) => ({ ...hourOf(id), ...of(id) })));

	/** Conversations, one an hour, each of the contact with the same id unless `contact_id` is given. */
	addConversations = (count: number, of = nothing): Row[] =>
		Array.from({ length: count }, () =>
			this.conversation((id) => ({
				...{ ...hourOf(id), contact_id: id },
				...{ last_activity_at: hourOf(id).created_at, updated_at: hourOf(id).created_at },
				...of(id),
			})),
		);

	/** Messages, one an hour, with the number of the conversation in `conversation_id`. */
	addMessages = (count: number, of: OfId): Row[] =>
		Array.from({ length: count }, () => {
			const message: OfId = (id) => ({ content: `Message ${id}`, message_type: 0, ...of(id) });
			return this.message(undefined, (id) => ({ ...hourOf(id), ...message(id) })).row;
		});

	/** Answers to surveys, one an hour, each of the conversation with the same number. */
	addAnswers = (count: number): Row[] =>
		Array.from({ length: count }, () =>
			this.rated(undefined, 5, (id) => ({ ...hourOf(id), conversation_id: id })),
		);

	/** Changes a record. */
	change<T extends Row>(row: T, changes: IDataObject): T {
		return Object.assign(row, { updated_at: this.moment(), ...changes });
	}

	/** Moves a conversation to the front of the list that is sorted by activity. */
	toFront = (row: Row): Row => this.change(row, { last_activity_at: this.moment() });

	/** Deletes a record of a list. */
	remove(row: Row): void {
		for (const list of [this.contacts, this.conversations, this.answers])
			if (list.includes(row)) list.splice(list.indexOf(row), 1);
	}

	/** Merges a contact into another one, which gets what it lacks. */
	merge(base: Row, mergee: Row): void {
		this.remove(mergee);
		for (const [key, value] of Object.entries(mergee)) base[key] ??= value;
		for (const one of this.conversations)
			if (one.contact_id === mergee.id) one.contact_id = base.id;
	}

	/** No id is given twice, also not that of a deleted record. */
	private nextId(kind: string, rows: Row[] = []): number {
		const id = Math.max(this.lastIds.get(kind) ?? 0, rows.at(-1)?.id ?? 0) + 1;
		this.lastIds.set(kind, id);
		return id;
	}
}
