import type { IDataObject } from 'n8n-workflow';
import { filtered, sorted } from '../../sandbox/rows';
import type { Release } from '../../truth/recordings';
import { json, runAt } from './run';
import { listen, type Answer, type Received } from './server';

type Row = IDataObject & { id: number };

/** One request to the account: its path below `/api/v1/accounts/1/`, the numbers in that, the rest. */
export interface Asked {
	method: string;
	path: string;
	ids: number[];
	query: Record<string, string>;
	body: IDataObject;
}

/**
 * What answers a request of this method and path, `#` for a number: with a body, an array is a whole one,
 * too; with nothing for 404, or with another `json(body, status)`.
 */
export type Route = [pattern: string, answer: (asked: Asked) => unknown];

const BEGIN = Date.UTC(2026, 9, 1) / 1000;

/**
 * What the service keeps in account 1, and how a release of it answers where releases, or what an
 * operator set, make a difference. It is empty; what a test needs beside goes into `routes`.
 */
export class Account {
	readonly contacts: Row[] = [];
	readonly conversations: Row[] = [];
	/** With the number of the conversation in `conversation_id`. */
	readonly messages: Row[] = [];
	readonly answers: Row[] = [];
	readonly asked: Asked[] = [];

	/** @param size rows of a page, in place of what the release has */
	constructor(
		readonly release: Release,
		readonly size?: number,
	) {}

	/** Contacts with the next ids, one an hour. */
	addContacts(count: number, of: (id: number) => IDataObject = () => ({})): Row[] {
		return this.add(this.contacts, count, (id) => ({
			name: `Contact ${id}`,
			email: `contact${id}@x.example`,
			phone_number: null,
			identifier: null,
			contact_inboxes: [{ source_id: `source-${id}`, inbox: INBOX }],
			...of(id),
		}));
	}

	/** Conversations with the next numbers, one an hour; of the contact of the same id, if there is one. */
	addConversations(count: number, of: (id: number) => IDataObject = () => ({})): Row[] {
		return this.add(this.conversations, count, (id) => ({
			inbox_id: INBOX.id,
			status: 'open',
			contact_id: id,
			labels: [],
			last_activity_at: BEGIN + id * 3600,
			...of(id),
		}));
	}

	addMessages(count: number, of: (id: number) => IDataObject): Row[] {
		return this.add(this.messages, count, (id) => ({
			content: `Message ${id}`,
			message_type: 0,
			...of(id),
		}));
	}

	/** Answers to surveys with the next ids, each of the conversation of that number. */
	addAnswers(count: number): Row[] {
		return this.add(this.answers, count, (id) => ({ conversation_id: id, rating: 5 }));
	}

	/** Runs an operation of the node against it. */
	async run(operation: string, parameters: IDataObject, options?: Parameters<typeof runAt>[3]) {
		return await this.served(async (url) => await runAt(url, operation, parameters, options));
	}

	/** Lets something ask it at this address. */
	async served<T>(task: (url: string) => Promise<T>): Promise<T> {
		const server = await listen((request) => this.answer(request));
		try {
			return await task(server.url);
		} finally {
			await server.close();
		}
	}

	readonly routes: Route[] = [
		['GET inboxes', () => ({ payload: [INBOX] })],
		[
			'GET contacts',
			({ query }) => this.contactsOf(sorted(this.contacts, query.sort ?? '') as Row[], query),
		],
		['GET contacts/search', ({ query }) => this.found(query)],
		[
			'POST contacts/filter',
			({ query, body }) =>
				this.contactsOf(filtered(this.contacts, body.payload as IDataObject[]) as Row[], query),
		],
		[
			'GET contacts/#',
			({ ids: [id] }) => {
				const payload = this.contacts.find((row) => row.id === id);
				return payload && { payload };
			},
		],
		[
			'GET contacts/#/conversations',
			({ ids: [id] }) => ({
				payload: this.shown(this.conversations.filter((row) => row.contact_id === id))
					.reverse()
					.slice(0, 20),
			}),
		],
		['POST actions/contact_merge', ({ body }) => this.merged(body)],
		['GET conversations', ({ query }) => this.listed(query)],
		['GET conversations/search', ({ query }) => this.listed({ ...query, status: 'all' }, true)],
		[
			'POST conversations/filter',
			({ query, body }) => {
				const rows = filtered(this.conversations, body.payload as IDataObject[]) as Row[];
				const meta = { all_count: rows.length };
				return { meta, payload: this.page(this.shown(rows), query, 25) };
			},
		],
		['POST conversations', ({ body }) => this.shown(this.addConversations(1, () => body))[0]],
		[
			'GET conversations/#',
			({ ids: [id] }) => this.shown(this.conversations).find((row) => row.id === id),
		],
		['GET conversations/#/messages', ({ ids: [id], query }) => this.messagesOf(id, query)],
		// These pages have a size that nobody can set.
		[
			'GET search/conversations',
			({ query: { q, page = 1 } }) => ({
				payload: {
					conversations: [...this.conversations]
						.reverse()
						.map((row) => ({ ...row, contact: this.contactOf(row) }))
						.filter(({ id, contact }) => holds([id, contact?.name, contact?.email], q))
						.slice((Number(page) - 1) * 15, Number(page) * 15),
				},
			}),
		],
		[
			'GET csat_survey_responses',
			({ query: { page = 1 } }) => this.answers.slice((Number(page) - 1) * 25, Number(page) * 25),
		],
		['GET csat_survey_responses/metrics', () => ({ total_count: this.answers.length })],
	];

	private add(rows: Row[], count: number, of: (id: number) => IDataObject): Row[] {
		const before = rows.length;
		for (let id = before + 1; id <= before + count; id++)
			rows.push({ id, created_at: BEGIN + id * 3600, ...of(id) });
		return rows.slice(before);
	}

	private answer({ method, path, query, body }: Received): Answer {
		const below = path.replace('/api/v1/accounts/1/', '');
		const asked: Asked = {
			method,
			path: below,
			ids: (below.match(/\d+/g) ?? []).map(Number),
			query: Object.fromEntries(query),
			body: body.length ? (JSON.parse(body.toString()) as IDataObject) : {},
		};
		this.asked.push(asked);
		const wanted = `${method} ${below.replace(/\d+/g, '#')}`;
		const [, answer] = this.routes.find(([pattern]) => pattern === wanted) ?? [];
		const reply = answer?.(asked);
		if (isAnswer(reply)) return reply;
		return reply === undefined ? json({ error: 'Resource could not be found' }, 404) : json(reply);
	}

	private page(rows: IDataObject[], { page = '1' }: Asked['query'], size: number): IDataObject[] {
		const rowsOfPage = this.size ?? size;
		return rows.slice((Number(page) - 1) * rowsOfPage, Number(page) * rowsOfPage);
	}

	private contactsOf(rows: IDataObject[], query: Asked['query']) {
		return { meta: { count: rows.length }, payload: this.page(rows, query, 15) };
	}

	/** Since 4.11 a search counts the rows of the page, and tells whether there are more. */
	private found(query: Asked['query']) {
		const rows = sorted(this.contacts, query.sort ?? '').filter(({ name, email, identifier }) =>
			holds([name, email, identifier], query.q),
		) as Row[];
		const reply = this.contactsOf(rows, query);
		if (this.release === '4.10') return reply;
		const { length } = reply.payload;
		const has_more = this.page(rows, { page: String(Number(query.page ?? 1) + 1) }, 15).length > 0;
		return { ...reply, meta: { count: length, has_more } };
	}

	private merged({ base_contact_id: base, mergee_contact_id: mergee }: IDataObject) {
		const index = this.contacts.findIndex(({ id }) => id === mergee);
		if (index < 0) return undefined;
		this.contacts.splice(index, 1);
		for (const one of this.conversations) if (one.contact_id === mergee) one.contact_id = base;
		return this.contacts.find(({ id }) => id === base);
	}

	private contactOf({ contact_id }: IDataObject) {
		return this.contacts.find(({ id }) => id === contact_id);
	}

	private shown(rows: Row[]): Row[] {
		return rows.map((row) => ({ ...row, meta: { sender: this.contactOf(row) ?? null } }));
	}

	/** With a text the count is that of the page, and it stays that of all assignees. */
	private listed(query: Asked['query'], isSearch = false) {
		const { q, status = 'open', inbox_id, source_id, assignee_type } = query;
		const counted = this.conversations.filter(
			(row) =>
				(q !== undefined || status === 'all' || row.status === status) &&
				(!inbox_id || row.inbox_id === Number(inbox_id)) &&
				(!source_id || `source-${String(row.contact_id)}` === source_id) &&
				(!q ||
					this.messages.some(
						({ conversation_id: id, content }) => id === row.id && holds([content], q),
					)),
		);
		const rows =
			assignee_type === 'unassigned' ? counted.filter((row) => !row.assignee_id) : counted;
		const payload = this.page(
			sorted(this.shown(rows), query.sort_by ?? 'last_activity_at_desc') as Row[],
			query,
			25,
		);
		const meta = { all_count: q ? payload.length : counted.length };
		return isSearch ? { meta, payload } : { data: { meta, payload } };
	}

	private messagesOf(number: number, { after, before }: Asked['query']) {
		const rows = this.messages.filter(({ conversation_id: id }) => id === number);
		return {
			payload:
				after && before
					? rows.filter(({ id }) => id >= Number(after) && id < Number(before)).slice(0, 1000)
					: rows.filter(({ id }) => !before || id < Number(before)).slice(-20),
		};
	}
}

const isAnswer = (reply: unknown): reply is Answer =>
	typeof (reply as Answer | undefined)?.status === 'number';

const INBOX = { id: 1, name: 'Website', channel_type: 'Channel::WebWidget' };

const holds = (values: unknown[], text = '') =>
	values.some((value) =>
		String(value ?? '')
			.toLowerCase()
			.includes(text.toLowerCase()),
	);
