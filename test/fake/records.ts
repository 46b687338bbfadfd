import type { IDataObject } from 'n8n-workflow';
import { at } from '../../nodes/shared/values';
import { recording, recordsOf, type Release } from '../../truth/recordings';
import { whole, type Row } from './lists';
import { recordedAs } from './releases';

/** When the records of `addContacts` and the like begin, as Unix time. */
export const BEGIN = Date.UTC(2026, 9, 1) / 1000;
export const HOUR = 3600;

/** A record as it was recorded: the first one of the reply. */
export const sampleOf = (op: string, release: Release, name = 'ok'): Row =>
	structuredClone(recordsOf(op, recording(op, name, recordedAs(release)).response.body)[0]) as Row;

type Changes = (id: number) => IDataObject;

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
	contact(changes: IDataObject = {}): Row {
		const id = this.nextId('contact', this.contacts);
		const [inbox] = this.inboxes;
		const row = {
			...sampleOf('account.contact.create', this.release),
			...{ id, name: `Contact ${id}`, email: `contact${id}@x.example`, created_at: this.now },
			...{ phone_number: null, identifier: null },
			contact_inboxes: [{ source_id: `source-${id}`, inbox }],
			...changes,
		};
		this.contacts.push(row);
		return row;
	}

	/** A new conversation, of the person who was recorded unless `contact_id` says whose it is. */
	conversation(changes: IDataObject = {}): Row {
		const id = this.nextId('conversation', this.conversations);
		const now = this.moment();
		const row = {
			...sampleOf('account.conversation.create', this.release),
			...{ id, account_id: 1, inbox_id: this.inboxes[0]?.id },
			// The service counts from the beginning that somebody waits.
			...{ created_at: now, updated_at: now, last_activity_at: now, waiting_since: now },
			...changes,
		};
		this.conversations.push(row);
		return row;
	}

	/** @param isKept whether it can be read at once; otherwise after the returned `keep` */
	message(to: IDataObject, changes: IDataObject = {}, isKept = true) {
		const row: Row = {
			...sampleOf('account.message.list', this.release),
			...{ id: this.nextId('message'), conversation_id: to.id as number },
			...{ created_at: this.moment(), ...changes },
		};
		const keep = () => {
			const rows = this.messagesOf.get(Number(to.id)) ?? [];
			rows.push(row);
			this.messagesOf.set(Number(to.id), rows);
			// The time is that of the change, not that of its end.
			Object.assign(to, { updated_at: row.created_at, last_activity_at: row.created_at });
			const shown = whole(row, 'created_at');
			// Lists show the newest message only.
			to.messages = [shown];
			const type = row.message_type;
			if (type !== 2) to.last_non_activity_message = shown;
			if (type === 0) to.waiting_since ||= shown.created_at;
			const isRule = at(row, 'content_attributes.automation_rule_id') !== undefined;
			if (type === 1 && !row.private && row.sender && !isRule) to.waiting_since = 0;
		};
		if (isKept) keep();
		return { row, keep };
	}

	/** A new answer to the survey of a conversation. */
	rated(conversation: IDataObject, rating: number, changes: IDataObject = {}): Row {
		const row = {
			...sampleOf('account.csat.list', this.release),
			...{ id: this.nextId('answer', this.answers), message_id: this.nextId('message') },
			...{ conversation_id: conversation.id, created_at: this.moment() },
			...{ rating, feedback_message: '', ...changes },
		} as Row;
		this.answers.push(row);
		return row;
	}

	/** Contacts, one an hour. */
	addContacts = (count: number, of: Changes = () => ({})): Row[] =>
		this.hourly(count, 'contact', this.contacts, (time, id) =>
			this.contact({ ...time, ...of(id) }),
		);

	/** Conversations, one an hour, each of the contact with the same id unless `contact_id` is given. */
	addConversations = (count: number, of: Changes = () => ({})): Row[] =>
		this.hourly(count, 'conversation', this.conversations, (time, id) =>
			this.conversation({
				...{ ...time, last_activity_at: time.created_at, contact_id: id },
				...of(id),
			}),
		);

	/** Messages, one an hour, with the number of the conversation in `conversation_id`. */
	addMessages = (count: number, of: Changes): Row[] =>
		this.hourly(count, 'message', [], (time, id) => {
			const changes: IDataObject = {
				...{ ...time, content: `Message ${id}`, message_type: 0 },
				...of(id),
			};
			const number = changes.conversation_id;
			const to = this.conversations.find((row) => row.id === number) ?? { id: number };
			return this.message(to, changes).row;
		});

	/** Answers to surveys, one an hour, each of the conversation with the same number. */
	addAnswers = (count: number): Row[] =>
		this.hourly(count, 'answer', this.answers, (time, id) => this.rated({ id }, 5, time));

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
	private idAfter = (kind: string, rows: Row[] = []): number =>
		Math.max(this.lastIds.get(kind) ?? 0, rows.at(-1)?.id ?? 0) + 1;

	private nextId(kind: string, rows?: Row[]): number {
		const id = this.idAfter(kind, rows);
		this.lastIds.set(kind, id);
		return id;
	}

	private hourly(
		count: number,
		kind: string,
		rows: Row[],
		add: (time: { created_at: number }, id: number) => Row,
	): Row[] {
		return Array.from({ length: count }, () => {
			const id = this.idAfter(kind, rows);
			return add({ created_at: BEGIN + id * HOUR }, id);
		});
	}
}
