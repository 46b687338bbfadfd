import { ExecuteContext } from 'n8n-core';
import type { IDataObject } from 'n8n-workflow';
import { json, runAt } from './run';
import { listen, type Received } from './server';

export const BEGIN = Date.UTC(2026, 9, 1) / 1000;
export const HOUR = 3600;

/** A list as the service keeps it: changed between two requests, like everything there. */
export interface Store {
	/** In the order of creation. */
	conversations: IDataObject[];
	contacts: IDataObject[];
	/** Whether the account has the feature CRM V2. */
	crm?: boolean;
	answers: IDataObject[];
	/** By conversation number. */
	messages: Map<number, IDataObject[]>;
	/** Rows of a page. */
	size: number;
	/** Pages answered. */
	pages: number;
	/** Unix time by the clock of the service. */
	now: number;
	/** Called before each page of a list is answered, with how many were. */
	before: (progress: { page: number; count: number }) => void;
}

export const LONG = 'long '.repeat(20);

export const conversation = (id: number, created_at: number): IDataObject => ({
	id,
	created_at,
	last_activity_at: created_at,
	status: ['open', 'resolved', 'pending', 'snoozed'][id % 4],
	inbox_id: 1 + (id % 3),
	labels: id % 2 ? ['vip', 'bug'] : [],
	priority: null,
	waiting_since: 0,
	first_reply_created_at: created_at + 60,
	snoozed_until: id % 4 === 3 ? '2027-01-01T00:00:00.000Z' : null,
	unread_count: 0,
	custom_attributes: {},
	additional_attributes: { mail_subject: `Subject ${id}` },
	meta: {
		channel: 'Channel::Api',
		sender: { id: 1000 + id, name: `Contact ${id}`, email: `c${id}@example.com` },
		assignee: { id: 7, name: 'Ada' },
		assignee_type: 'User',
		team: { id: 3, name: 'support' },
	},
	can_reply: true,
	messages: [
		{ content: LONG, message_type: 1, created_at, sender: { type: 'user' }, private: false },
	],
});

export const message = (id: number, created_at: number): IDataObject => ({
	id,
	created_at,
	message_type: id % 4,
	content: `Message ${id}`,
	private: false,
	attachments: id % 5 ? undefined : [{ data_url: 'https://x/1' }, { data_url: 'https://x/2' }],
	sender: id % 4 === 2 ? null : { id: 7, name: 'Ada', type: 'user' },
});

export const conversations = (count: number, apart = HOUR) =>
	Array.from({ length: count }, (_, index) => conversation(index + 1, BEGIN + index * apart));

export const by = (key: string) => (one: IDataObject, other: IDataObject) =>
	Number(one[key]) - Number(other[key]);

const INBOXES = { payload: [1, 2, 3].map((id) => ({ id, name: `Inbox ${id}` })) };

const placeOn = (page: number, { id }: IDataObject) => (Number(id) * page * 7919) % 10_007;

function answer(store: Store, { path, query, body }: Received) {
	const params = Object.fromEntries(query);
	const page = Number(params.page ?? 1);
	const paged = (rows: IDataObject[], size = store.size) =>
		rows.slice((page - 1) * size, page * size);
	const end = path.replace(/^\/api\/v1\/accounts\/1\/?/, '');
	if (end === '/api') {
		const timestamp = new Date(store.now * 1000).toISOString().slice(0, 19).replace('T', ' ');
		return { version: '4.16.2', timestamp };
	}
	if (['conversations', 'contacts', 'csat_survey_responses'].includes(end))
		store.before({ page, count: store.pages++ });
	if (end === 'inboxes') return INBOXES;
	if (end === 'conversations') {
		const rows = store.conversations.filter(
			({ inbox_id: inbox }) => !params.inbox_id || inbox === Number(params.inbox_id),
		);
		if (params.sort_by === 'last_activity_at_desc') rows.sort(by('last_activity_at')).reverse();
		return { data: { meta: { all_count: rows.length }, payload: paged(rows) } };
	}
	if (end === 'conversations/filter') {
		const [{ values }] = (JSON.parse(body.toString()) as { payload: Array<{ values: unknown[] }> })
			.payload;
		const rows = store.conversations.filter(({ id }) => values.includes(id));
		return { meta: { all_count: rows.length }, payload: paged(rows) };
	}
	if (end === 'contacts') {
		// Those of one moment stand otherwise on each page.
		const rows = [...store.contacts].sort(
			(one, other) => by('created_at')(one, other) || placeOn(page, one) - placeOn(page, other),
		);
		return { meta: { count: rows.length }, payload: paged(rows) };
	}
	if (end === '') return { features: { crm_v2: store.crm } };
	if (end === 'contacts/filter')
		return { meta: { count: store.contacts.length }, payload: paged(store.contacts) };
	if (end === 'csat_survey_responses') return paged(store.answers, 25);
	if (end === 'csat_survey_responses/metrics')
		return 'sort' in params ? undefined : { total_count: store.answers.length };
	const [, number] = /conversations\/(\d+)\/messages/.exec(end) ?? [];
	const all = store.messages.get(Number(number)) ?? [];
	if (!params.after) return { payload: all.slice(-20) };
	return {
		payload: all
			.filter(({ id }) => Number(id) >= Number(params.after) && Number(id) < Number(params.before))
			.slice(0, 1000),
	};
}

/** Runs an export against a service with this in it. */
export async function exported(
	operation: string,
	parameters: IDataObject,
	changes: Partial<Store>,
	lines: string[] = [],
	engine = false,
) {
	const store: Store = {
		...{ conversations: [], contacts: [], answers: [], messages: new Map<number, IDataObject[]>() },
		...{ size: 25, pages: 0, now: BEGIN + 20_000 * 24 * HOUR, before: () => undefined, ...changes },
	};
	const server = await listen((request) => {
		try {
			const body = answer(store, request);
			return body === undefined ? json({ error: 'Internal Server Error' }, 500) : json(body);
		} catch {
			return json({ error: 'You are not authorized to do this action' }, 403);
		}
	});
	const logger = jest
		.spyOn(ownerOf(ExecuteContext.prototype, 'logger'), 'logger', 'get')
		.mockReturnValue({ info: (line: string) => lines.push(line) });
	try {
		const allParameters = {
			period: 'between',
			since: BEGIN,
			until: BEGIN + 10_000 * 24 * HOUR,
			...parameters,
		};
		const { items, error } = await runAt(server.url, `export.${operation}`, allParameters, {
			engine,
		});
		const files = items.flatMap(({ binary = {} }) => Object.values(binary));
		return {
			error,
			rows: items.map((item) => item.json),
			files: files.map(({ data }) => Buffer.from(data, 'base64').toString()),
			requests: server.received.map(({ path, query }) => {
				const { page, after } = Object.fromEntries(query);
				return [path.split('/').slice(5).join('/'), Number(page ?? after ?? 1)] as const;
			}),
			url: server.url,
		};
	} finally {
		logger.mockRestore();
		await server.close();
	}
}

function ownerOf(prototype: object, key: string): { logger: unknown } {
	return Object.hasOwn(prototype, key)
		? (prototype as { logger: unknown })
		: ownerOf(Object.getPrototypeOf(prototype) as object, key);
}

export const upTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1);
