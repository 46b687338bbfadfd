import type { IDataObject } from 'n8n-workflow';
import { filtered, sorted } from '../../sandbox/rows';
import { recording, recordingsOf, releases, type Release } from '../../truth/recordings';
import { recorded, serveFaults, type Fault } from './faults';
import { json, runAt } from './run';
import type { Answer, Received } from './server';

type Row = IDataObject & { id: number };

/** One request to the account: its path below `/api/v1/accounts/1/`, the numbers in that, the rest. */
export interface ParsedRequest {
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
type Route = [pattern: string, answer: (request: ParsedRequest) => unknown];

const ACCOUNT = '/api/v1/accounts/1/';
const BEGIN = Date.UTC(2026, 9, 1) / 1000;

/**
 * What the service keeps in account 1, and how a release of it answers where releases, or what an
 * operator set, make a difference; what is written is answered and refused as it was recorded. It is
 * empty; what a test needs beside goes into `routes`.
 */
export class Account {
	readonly contacts: Row[] = [];
	readonly conversations: Row[] = [];
	/** With the number of the conversation in `conversation_id`. */
	readonly messages: Row[] = [];
	readonly answers: Row[] = [];
	/** Titles of the labels that the account lists. */
	readonly labels: string[] = [];
	readonly received: ParsedRequest[] = [];
	/** What goes wrong with a request, `POST contacts` and so on. */
	fault: (request: string) => Fault | undefined = () => undefined;

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

	/** Requests so far, `POST contacts/7` and so on. */
	requests = (): string[] => this.received.map(({ method, path }) => `${method} ${path}`);

	/** What was sent with such requests. */
	bodies = (request: string): IDataObject[] =>
		this.received
			.filter(({ method, path }) => `${method} ${path}` === request)
			.map(({ body }) => body);

	/**
	 * Something comes before the answer to requests of this pattern.
	 * @param act gives an answer in place of the usual one, or nothing
	 */
	before(pattern: string, act: (request: ParsedRequest) => unknown): void {
		const [, usual] = this.routes.find(([route]) => route === pattern) ?? [];
		this.routes.unshift([pattern, (request) => act(request) ?? usual?.(request)]);
	}

	/** Runs an operation of the node against it. */
	async run(operation: string, parameters: IDataObject, options?: Parameters<typeof runAt>[3]) {
		return await this.served(async (url) => await runAt(url, operation, parameters, options));
	}

	/** Lets something ask it at this address. */
	async served<T>(task: (url: string) => Promise<T>): Promise<T> {
		const server = await serveFaults({
			answer: (request) => this.answer(request),
			fault: ({ method, path }) => this.fault(`${method} ${path.replace(ACCOUNT, '')}`),
		});
		try {
			return await task(server.url);
		} finally {
			await server.close();
		}
	}

	readonly routes: Route[] = [
		['GET /platform/api/v#/accounts/#', () => json({ error: 'Invalid access_token' }, 401)],
		['GET /api/v#/accounts/#', () => ({ id: 1, name: 'Acme', features: {} })],
		['GET inboxes', () => ({ payload: [INBOX] })],
		['GET labels', () => ({ payload: this.labels.map((title, id) => ({ id, title })) })],
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
		['POST contacts', ({ body }) => this.refused(body) ?? this.created(body)],
		['PUT contacts/#', ({ ids: [id], body }) => this.updated(id, body)],
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
		[
			'POST conversations/#/custom_attributes',
			({ ids: [id], body }) => {
				const one = this.conversation(id);
				// The recorded servers: 4.10 ignores `merge`.
				const others = body.merge && this.release !== '4.10' ? one.custom_attributes : {};
				const custom_attributes = Object.assign({}, others, body.custom_attributes);
				return { custom_attributes: (one.custom_attributes = custom_attributes as IDataObject) };
			},
		],
		['GET conversations/#/messages', ({ ids: [id], query }) => this.messagesOf(id, query)],
		['POST conversations/#/messages', ({ ids: [id], body }) => this.written(id, body)],
		['GET conversations/#/labels', ({ ids: [id] }) => ({ payload: this.conversation(id).labels })],
		[
			'POST conversations/#/labels',
			({ ids: [id], body }) => ({
				payload: Object.assign(this.conversation(id), { labels: body.labels }).labels,
			}),
		],
		['POST conversations/#/assignments', ({ ids: [id], body }) => this.assigned(id, body)],
		[
			'POST conversations/#/toggle_priority',
			({ ids: [id], body }) => {
				this.conversation(id).priority = body.priority || null;
				return recorded('account.conversation.set_priority', 'ok', this.release);
			},
		],
		[
			'POST conversations/#/toggle_status',
			({ ids: [id], body: { status } }) => {
				this.conversation(id).status = status;
				const { payload } = this.sample<{ payload: IDataObject }>('conversation.toggle_status');
				return { payload: { ...payload, conversation_id: id, current_status: status } };
			},
		],
		// These pages have a size that nobody can set.
		[
			'GET search/conversations',
			({ query: { q, page = 1 } }) => ({
				payload: {
					conversations: [...this.conversations]
						.reverse()
						.map((row) => ({
							...row,
							contact: this.contactOf(row),
							inbox: INBOX,
							message: this.messages.find((one) => one.conversation_id === row.id) ?? null,
						}))
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
		const last = rows.at(-1)?.id ?? 0;
		for (let id = last + 1; id <= last + count; id++)
			rows.push({ id, created_at: BEGIN + id * 3600, ...of(id) });
		return rows.slice(rows.length - count);
	}

	private answer({ method, path, query, headers, body }: Received): Answer {
		const isForm = String(headers['content-type']).startsWith('multipart/');
		const below = path.replace(ACCOUNT, '');
		const request: ParsedRequest = {
			method,
			path: below,
			ids: (below.match(/\d+/g) ?? []).map(Number),
			query: Object.fromEntries(query),
			// A form has the content of files, which no test reads here.
			body: isForm || !body.length ? {} : (JSON.parse(body.toString()) as IDataObject),
		};
		this.received.push(request);
		const wanted = `${method} ${below.replace(/\d+/g, '#')}`;
		const [, answer] = this.routes.find(([pattern]) => pattern === wanted) ?? [];
		const reply = answer?.(request);
		if (isAnswer(reply)) return reply;
		return reply === undefined ? json({ error: 'Resource could not be found' }, 404) : json(reply);
	}

	private page(
		rows: IDataObject[],
		{ page = '1' }: ParsedRequest['query'],
		size: number,
	): IDataObject[] {
		const rowsOfPage = this.size ?? size;
		return rows.slice((Number(page) - 1) * rowsOfPage, Number(page) * rowsOfPage);
	}

	private contactsOf(rows: IDataObject[], query: ParsedRequest['query']) {
		return { meta: { count: rows.length }, payload: this.page(rows, query, 15) };
	}

	/** Since 4.11 a search counts the rows of the page, and tells whether there are more. */
	private found(query: ParsedRequest['query']) {
		const rows = sorted(this.contacts, query.sort ?? '').filter(
			({ name, email, phone_number, identifier }) =>
				holds([name, email, phone_number, identifier], query.q),
		) as Row[];
		const reply = this.contactsOf(rows, query);
		if (this.release === '4.10') return reply;
		const { length } = reply.payload;
		const has_more = this.page(rows, { page: String(Number(query.page ?? 1) + 1) }, 15).length > 0;
		return { ...reply, meta: { count: length, has_more } };
	}

	/** The body of a recorded reply. */
	private sample<T>(operation: string): T {
		return recording(`account.${operation}`, 'ok', this.release).response.body as T;
	}

	/** Identifiers are case-sensitive. */
	private refused(body: IDataObject, current?: Row): Answer | undefined {
		const sent = stored(body);
		const isTaken = (key: string) =>
			sent[key] && this.contacts.some((row) => row !== current && row[key] === sent[key]);
		const all = recording('account.contact.create', 'duplicate-three', this.release).response
			.body as { message: string; attributes: string[] };
		const words = all.message.split(', ');
		const taken = [...all.attributes.entries()].filter(([, key]) => isTaken(key));
		if (taken.length === 0) return undefined;
		const message = taken.map(([index]) => words[index]).join(', ');
		return json({ message, attributes: taken.map(([, key]) => key) }, 422);
	}

	private created(body: IDataObject) {
		const { payload } = this.sample<{ payload: { contact: Row } }>('contact.create');
		const { id: _, created_at: _at, ...blank } = payload.contact;
		const [contact] = this.addContacts(1, () => ({ ...blank, name: '', ...stored(body) }));
		return { payload: { ...payload, contact } };
	}

	/** Attributes are merged, all else is replaced. */
	private updated(id: number, body: IDataObject) {
		const contact = this.contacts.find((row) => row.id === id);
		if (!contact) return undefined;
		const merged = Object.entries(stored(body)).map(([key, value]) => [
			key,
			key.endsWith('_attributes')
				? { ...(contact[key] as IDataObject), ...(value as IDataObject) }
				: value,
		]);
		return (
			this.refused(body, contact) ?? {
				payload: Object.assign(contact, Object.fromEntries(merged)) as Row,
			}
		);
	}

	/** What the one that stays does not have comes from the one that goes. */
	private merged({ base_contact_id: base, mergee_contact_id: mergee }: IDataObject) {
		const [kept, gone] = [base, mergee].map((id) => this.contacts.find((row) => row.id === id));
		if (!kept || !gone) return undefined;
		this.contacts.splice(this.contacts.indexOf(gone), 1);
		for (const [key, value] of Object.entries(gone)) kept[key] ??= value;
		for (const one of this.conversations) if (one.contact_id === mergee) one.contact_id = base;
		const { contact_inboxes: _, ...shown } = kept;
		return shown;
	}

	private conversation(id: number): Row {
		const found = this.conversations.find((row) => row.id === id);
		if (!found) throw new Error(`There is no conversation ${id}`);
		return found;
	}

	private written(id: number, body: IDataObject): Row {
		const { id: _, created_at: _at, ...blank } = this.sample<Row>('message.create');
		const { content, private: hidden = false } = body;
		return this.addMessages(1, () => ({
			...{ ...blank, content, private: hidden },
			conversation_id: id,
		}))[0];
	}

	/** As it was recorded, a team by one release alone; nobody, for an id that was not. */
	private assigned(id: number, body: IDataObject) {
		const [[key, value]] = Object.entries(body);
		const op = 'account.conversation.assign';
		const known = [this.release, ...releases]
			.flatMap((release) => recordingsOf(op, release))
			.find(({ request }) => JSON.stringify(request.body) === JSON.stringify(body));
		Object.assign(this.conversation(id), { [key]: known ? value : null });
		return known ? json(known.response.body) : recorded(op, `unknown-${key}`, this.release);
	}

	private contactOf({ contact_id }: IDataObject) {
		return this.contacts.find(({ id }) => id === contact_id);
	}

	private shown(rows: Row[]): Row[] {
		return rows.map((row) => ({ ...row, meta: { sender: this.contactOf(row) ?? null } }));
	}

	/** With a text the count is that of the page, and it stays that of all assignees. */
	private listed(query: ParsedRequest['query'], isSearch = false) {
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

	private messagesOf(number: number, { after, before, ...query }: ParsedRequest['query']) {
		const bare = 'filter_internal_messages' in query;
		const rows = this.messages.filter(
			({ conversation_id: id, private: hidden, message_type: type }) =>
				id === number && !(bare && (hidden || type === 2)),
		);
		return {
			payload:
				after && before
					? rows.filter(({ id }) => id >= Number(after) && id < Number(before)).slice(0, 1000)
					: rows.filter(({ id }) => !before || id < Number(before)).slice(-20),
		};
	}
}

/** As the service keeps what is sent: e-mail addresses in lower case. */
const stored = (body: IDataObject): IDataObject =>
	body.email ? { ...body, email: String(body.email).toLowerCase() } : body;

const isAnswer = (reply: unknown): reply is Answer =>
	typeof (reply as Answer | undefined)?.status === 'number';

const INBOX = { id: 1, name: 'Website', channel_type: 'Channel::WebWidget' };

const holds = (values: unknown[], text = '') =>
	values.some((value) =>
		String(value ?? '')
			.toLowerCase()
			.includes(text.toLowerCase()),
	);
