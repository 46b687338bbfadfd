/**
 * A small local stand-in for the service, for the demo and for life cycles, in memory. What an
 * operation is called, takes and gives is read in the catalogue; what is not kept is answered from
 * the recordings, and what is not recorded either is refused loudly.
 */
import { randomUUID } from 'node:crypto';
import fastify, { type FastifyRequest } from 'fastify';
import { catalogue, recording, recordingsOf } from '../test/support/recordings';
import type { CatalogueEntry } from '../test/support/recordings';
import { announcer, faultsOf, messageTypes, pushed } from './deliveries';
import {
	filtered,
	iso,
	isRow,
	notKept,
	over,
	pick,
	place,
	sorted,
	type Row,
	type Rows,
} from './rows';
import { author, blank, createState, link, metaOf, person, sample, tokens } from './state';

type Operation = CatalogueEntry & {
	success: { empty_body: boolean; total_path?: string };
	pagination: { page_size: number } | null;
	agent_bot_token_allowed: boolean;
};

/** A reply; without `body` it is empty, a text goes out as it is. */
type Answer = { status: number; body?: unknown; type?: string };

/** A request for an operation, with the record that its address names, else the account. */
interface Call {
	operation: Operation;
	/** `surface.resource`, the name of the collection, and what is done with it. */
	name: string;
	action: string;
	params: Record<string, string>;
	query: URLSearchParams;
	body: Row;
	record: Row;
	/** Who asks, as the author of a message. */
	by: Row;
}

const operations = ([...catalogue.values()] as Operation[]).map((operation) => {
	const methods = [operation.method, ...operation.alt_methods].join('|');
	const path = operation.path.replaceAll('.', '\\.').replace(/\{(\w*id)\}/g, '(?<$1>\\d+)');
	const pattern = new RegExp(`^(?:${methods}) ${path.replace(/\{(\w+)\}/g, '(?<$1>[^/]+)')}$`);
	return { ...operation, pattern };
});

/** The recorded replies by method and path, every numeric id a wildcard. */
const replays = new Map<string, Answer>();
replays.set('GET /api', recording('transport', 'transport-api-root').response);
const shapeOf = (request: string) => request.replace(/\/\d+(?=\/|$)/g, '/*');
for (const { case: name, request, response } of operations.flatMap(({ id }) => recordingsOf(id))) {
	const shape = shapeOf(`${request.method} ${request.path}`);
	if (response.status !== 200 || (replays.has(shape) && name !== 'ok')) continue;
	const type = response.headers?.['content-type'];
	replays.set(shape, { status: 200, body: response.body ?? response.text, type });
}

const ok = (body?: unknown): Answer => ({ status: 200, body });
const notFound: Answer = { status: 404, body: { error: 'Resource could not be found' } };

/** No two records of a collection may have the same here. */
const unique = 'email identifier phone_number title url'.split(' ');

/** A parameter that is a number. */
const whole = (query: URLSearchParams, name: string, none = 0) =>
	Number.parseInt(query.get(name) ?? '', 10) || none;

/** The conditions of a filter, or those that the parameters of a list stand for. */
function conditionsOf({ operation, query, body }: Call): Row[] {
	if (body.payload) return body.payload as Row[];
	if (operation.id === 'account.conversation.list' && !query.has('status'))
		query.set('status', 'open');
	const names = ['inbox_id', 'team_id', 'labels[]', 'status'];
	const sent = names.filter((name) => ![null, 'all'].includes(query.get(name)));
	return sent.map((key) => ({ attribute_key: key.replace('[]', ''), values: query.getAll(key) }));
}

/** A value where an operation shows its record or its list. */
const reply = ({ success: { empty_body, item_path } }: Operation, value: unknown): Answer =>
	ok(empty_body ? undefined : place({}, item_path ?? '', value));

/** The service over one state: what a request with this token is answered. */
function service(rows: Rows) {
	let lastId = 2000;
	/** Who was chosen for a team, an inbox or a conversation. */
	const members = new Map<Row, Row[]>();
	const byId = (name: string, id: unknown) =>
		rows[`account.${name}`].find((row) => row.id === Number(id));
	const [agents, talks] = ['agent', 'conversation'].map((name) => rows[`account.${name}`]);

	/** How records are shown, where something of them is not. */
	const shown: Record<string, (row: Row) => Row> = {
		'account.contact': ({ labels: _, ...row }) => row,
		'account.contact_note': (row) => ({ ...row, contact_id: null }),
		'account.conversation': (row) => ({
			...row,
			meta: { ...metaOf(row), sender: person(metaOf(row).sender), hmac_verified: false },
		}),
	};
	const pathOf = (name: string) => catalogue.get(`${name}.list`)?.path ?? '/api/v1/accounts';
	/** The field of a row with the id of the record that it belongs to. */
	const parentOf = (name: string) => /.*\{(\w+)\}/.exec(pathOf(name))?.[1] ?? 'account_id';
	const of = ({ id }: Row, name: string, parent = parentOf(name)) =>
		rows[name].filter((row) => (row[parent] ?? id) === id);
	/** The collections by the words that stand for them in addresses. */
	const homes = new Map(Object.keys(rows).map((name) => [pathOf(name).split('/').at(-1), name]));

	/** Brings what a conversation says of its messages up to date. */
	function touch(row: Row): void {
		const own = of(row, 'account.message').filter(({ message_type }) => message_type !== 2);
		const chat = own.filter((message) => !message.private);
		const [last = null] = own.slice(-1);
		const at = last?.created_at ?? row.created_at;
		Object.assign(row, { last_activity_at: at, timestamp: at, updated_at: at });
		if (last?.message_type === 0) metaOf(row).sender.last_activity_at = at;
		row.messages = chat.slice(-1).map((message) => pushed(message, row));
		row.last_non_activity_message = last;
		row.waiting_since = chat.at(-1)?.message_type === 1 ? 0 : at;
		row.first_reply_created_at = chat.find((one) => one.message_type === 1)?.created_at ?? 0;
	}
	talks.forEach(touch);

	/** Sets the fields of a body in a row, or says why not. Fields that a row lacks are dropped. */
	function write({ name, operation, body }: Call, row: Row): Answer | undefined {
		const inside = body[operation.body_wrapper?.key ?? ''] ?? body;
		const names = operation.body.map((field) => field.name);
		const fields = isRow(inside) ? pick(inside, names) : {};
		for (const [field, value] of Object.entries(fields)) {
			if (name === 'account.contact' && field.endsWith('_attributes')) {
				fields[field] = { ...(row[field] as Row), ...(isRow(value) && value) };
			} else if (typeof row[field] === 'boolean' && typeof value === 'string') {
				fields[field] = value === 'true';
			}
		}
		const next = over(row, fields);
		const others = rows[name].filter((other) => other !== row);
		const isTaken = (field: string) =>
			next[field] != null && others.some((other) => other[field] === next[field]);
		const faults = unique.filter(isTaken).map((field) => `${field} has already been taken`);
		if (name === 'account.webhook') faults.push(...faultsOf(next));
		if (faults.length) {
			const texts = faults.map((text) => text[0].toUpperCase() + text.slice(1).replace('_', ' '));
			const attributes = faults.map((text) => text.split(' ')[0]);
			return { status: 422, body: { message: texts.join(', '), attributes } };
		}
		Object.assign(row, next);
		if (fields.avatar && 'thumbnail' in row) row.thumbnail = '{base_url}/avatar.png';
		return undefined;
	}

	/** One page of these rows as they are shown, or all where the service does not page. */
	function page({ name, operation, query }: Call, found: Row[]): Row[] {
		const size = operation.pagination?.page_size ?? found.length;
		const from = operation.pagination ? (Math.max(whole(query, 'page'), 1) - 1) * size : 0;
		return found.slice(from, from + size).map((row) => shown[name]?.(row) ?? row);
	}

	/** The generic collection; undefined for what it does not keep. A new record has `more`. */
	function keep(call: Call, more?: Row): Answer | undefined {
		const { name, action, operation, query, record } = call;
		const { item_path, total_path } = operation.success;
		const path = item_path ?? '';
		const show = (row: Row) => reply(operation, path in row ? row[path] : page(call, [row])[0]);
		if (action === 'list' || (total_path && /^(search|filter)$/.test(action))) {
			const q = (query.get('q') ?? '').trim().toLowerCase();
			const all = filtered(of(record, name), conditionsOf(call));
			const found = all.filter((row) => JSON.stringify(person(row)).toLowerCase().includes(q));
			const order = query.get('sort') ?? '-last_activity_at';
			const body = place({}, path, page(call, sorted(found, order)));
			return ok(total_path ? place(body, total_path, found.length) : body);
		}
		if (action === 'get') return show(record);
		if (/^(update|set_priority|set_custom_attributes)$/.test(action))
			return write(call, record) ?? show(record);
		if (action === 'delete' && rows[name].includes(record)) {
			rows[name].splice(rows[name].indexOf(record), 1);
			// What is said about a deletion comes from its recording.
			return operation.success.empty_body ? ok() : undefined;
		}
		if (action !== 'create') return undefined;
		const row = over(blank(name), { id: ++lastId, [parentOf(name)]: record.id });
		return write(call, row) ?? (rows[name].push(Object.assign(row, more)), show(row));
	}

	/** The members of a team or an inbox, all until some are chosen; a conversation's participants. */
	function membersOf({ action, operation, params, body, record }: Call): Answer {
		const owner = byId('inbox', params.inbox_id ?? body.inbox_id) ?? record;
		const ids = [body.user_ids ?? []].flat().map(Number);
		const own = members.get(owner) ?? (owner.meta ? [] : agents);
		const named = agents.filter(({ id }) => ids.includes(Number(id)));
		const others = own.filter((agent) => !named.includes(agent));
		const next = { add: [...others, ...named], replace: named, remove: others }[action] ?? own;
		members.set(owner, next);
		return reply(operation, next);
	}

	/** The labels of a contact or a conversation. */
	function labelsOf({ action, operation, record, body }: Call): Answer {
		if (action === 'set') record.labels = [body.labels ?? []].flat().map(String);
		return reply(operation, record.labels);
	}

	/** Puts a message into a conversation. */
	function post(call: Call): Answer | undefined {
		const { record, body, by } = call;
		const message_type = messageTypes.indexOf(String(body.message_type ?? 'outgoing'));
		const incoming = message_type === 0;
		const operation = catalogue.get('account.message.create') as Operation;
		const into = { ...call, operation, name: 'account.message' };
		const sender = incoming ? author(metaOf(record).sender, 'contact') : by;
		const answer = keep(into, { message_type, sender, inbox_id: record.inbox_id });
		touch(record);
		if (incoming && /resolved|snoozed/.test(String(record.status)))
			Object.assign(record, { status: 'open', snoozed_until: null });
		return answer;
	}

	/** The operations that are more than a collection. */
	const byHand: Record<string, (call: Call) => Answer | undefined> = {
		'account.profile.get': () => {
			const shape = sample<Row & { accounts: Row[] }>('account.profile.get');
			const accounts = [over(shape.accounts[0], rows['account.account'][0])];
			const own = { uid: agents[0].email, access_token: tokens.user, accounts };
			return ok(over(shape, { ...agents[0], ...own }));
		},
		'account.contact.create': (call) => {
			const { inbox_id, source_id = randomUUID() } = call.body;
			const inbox = byId('inbox', inbox_id);
			return keep(call, { contact_inboxes: inbox ? [link(source_id, inbox)] : [] });
		},
		'account.contact.list_conversations': (call) => {
			const own = talks.filter((row) => metaOf(row).sender === call.record);
			const shown = page(
				{ ...call, name: 'account.conversation' },
				sorted(own, '-last_activity_at'),
			);
			return reply(call.operation, shown.slice(0, 20));
		},
		'account.contact_note.create': (call) => keep(call, { user: agents[0] }),
		'account.contact_label': labelsOf,
		'account.conversation_label': labelsOf,
		'account.conversation_participant': membersOf,
		'account.inbox_member': membersOf,
		'account.team_member': membersOf,
		'account.conversation.create': (call) => {
			const { inbox_id, contact_id, assignee_id, team_id, message } = call.body;
			const [inbox, sender] = [byId('inbox', inbox_id), byId('contact', contact_id)];
			if (!inbox || !sender) return notFound;
			const [assignee, team] = [byId('agent', assignee_id), byId('team', team_id)];
			const meta = { sender, assignee, assignee_type: assignee && 'User', team };
			keep(call, { uuid: randomUUID(), meta: { ...meta, channel: inbox.channel_type } });
			const record = talks.at(-1)!;
			if (isRow(message)) post({ ...call, record, body: message });
			return ok(page(call, [record])[0]);
		},
		'account.conversation.toggle_status': ({ operation, record, body }) => {
			const status = body.status ?? (record.status === 'open' ? 'resolved' : 'open');
			const snoozed_until = status === 'snoozed' ? iso(body.snoozed_until) : null;
			Object.assign(record, { status, snoozed_until });
			const done = { success: true, conversation_id: record.id, current_status: status };
			return reply(operation, { ...done, snoozed_until });
		},
		'account.message.list': ({ operation, query, record }) => {
			const [after, before] = [whole(query, 'after'), whole(query, 'before', Infinity)];
			// With both ends the first is included.
			const [from, size] = query.has('before') ? [after, 1000] : [after + 1, 100];
			const own = of(record, 'account.message').filter(({ id }) => Number(id) >= from);
			const chat = query.get('filter_internal_messages') ? own.filter((row) => !row.private) : own;
			const found = chat.filter(({ id }) => Number(id) < before);
			return reply(operation, query.has('after') ? found.slice(0, size) : found.slice(-20));
		},
		'account.message.create': post,
		'account.conversation.assign': ({ record, body }) => {
			const meta = metaOf(record);
			if (!('assignee_id' in body)) return ok((meta.team = byId('team', body.team_id)) ?? null);
			const bot = body.assignee_type === 'AgentBot';
			meta.assignee = byId(bot ? 'agent_bot' : 'agent', body.assignee_id);
			meta.assignee_type = meta.assignee && (bot ? 'AgentBot' : 'User');
			return ok(meta.assignee ?? null);
		},
		'account.summary_report.by_agent': ({ query }) => {
			// A missing bound leaves nothing between the two.
			const [since, until] = [whole(query, 'since', Infinity), whole(query, 'until')];
			const average = (list: number[]) =>
				list.reduce((sum, one) => sum + one, 0) / list.length || null;
			const at = (row: Row) => Number(row.created_at);
			const within = talks.filter((row) => at(row) >= since && at(row) < until);
			const lines = agents.map((agent) => {
				const own = within.filter((row) => metaOf(row).assignee === agent);
				const times = own.map((row) => of(row, 'account.message').map(at));
				const solved = times.filter((_, index) => own[index].status === 'resolved');
				const replied = times.filter(({ length }) => length > 3);
				return {
					id: agent.id,
					conversations_count: own.length,
					resolved_conversations_count: solved.length,
					avg_resolution_time: average(solved.map((list) => list[list.length - 1] - list[0])),
					avg_first_response_time: average(replied.map(([asked, answered]) => answered - asked)),
					avg_reply_time: average(replied.map(([, , asked, answered]) => answered - asked)),
				};
			});
			return ok(lines);
		},
		'public.conversation.get': ({ record }) => {
			const shape = sample<Row & { contact: Row }>('public.conversation.get');
			const own = { ...pick(metaOf(record).sender, ['id', 'name', 'email']), account_id: 1 };
			return ok(over(shape, { ...record, contact: { ...shape.contact, ...own } }));
		},
	};

	/** Why a token may not pass. */
	function refusal({ role, agent_bot_token_allowed: forBots }: Operation, token: string) {
		if (role === 'none' || (role === 'platform' && token === tokens.platform)) return undefined;
		if (role === 'platform') return { error: 'Invalid access_token' };
		if (!token) return { errors: ['You need to sign in or sign up before continuing.'] };
		if (!Object.values(tokens).includes(token)) return { error: 'Invalid Access Token' };
		if (token === tokens.user || forBots) return undefined;
		return { error: 'Access to this endpoint is not authorized for bots' };
	}

	/** `request` is the method and the path. */
	return (request: string, token: string, query: URLSearchParams, body: Row): Answer => {
		const operation = operations.find(({ pattern }) => pattern.test(request));
		if (operation) {
			const refused = refusal(operation, token);
			if (refused) return { status: 401, body: refused };
			const params = { ...operation.pattern.exec(request)?.groups };
			const [surface, resource, action] = operation.id.split('.');
			const name = `${surface}.${resource}`;
			let [record] = rows['account.account'];
			for (const [, word, param] of operation.path.matchAll(/(\w+)\/\{(\w*id)\}/g)) {
				const home = homes.get(word);
				if (!home) continue;
				const found = of(record, home).find(({ id }) => id === Number(params[param]));
				if (!found) return notFound;
				record = found;
			}
			const bot = rows['account.agent_bot'].find(({ access_token }) => access_token === token);
			const by = bot ? author(bot, 'agent_bot') : author(agents[0], 'user');
			const call = { operation, name, action, params, query, body, record, by };
			const hand = byHand[operation.id] ?? byHand[name];
			const answer = hand ? hand(call) : name in rows ? keep(call) : undefined;
			if (answer) return answer;
		}
		const replay = replays.get(shapeOf(request));
		if (replay) return replay;
		throw notKept(request);
	};
}

/** The fields of a form; brackets in their names stand for objects and lists. Others have none. */
async function readForm({ headers }: FastifyRequest, raw: Buffer): Promise<unknown> {
	const type = headers['content-type'] ?? '';
	if (!type.includes('form')) return {};
	const form = await new Response(raw, { headers: { 'content-type': type } }).formData();
	return [...new Set(form.keys())].reduce<unknown>((body, name) => {
		const path = name.split(/[[\]]+/).filter(Boolean);
		const values = form.getAll(name);
		return place(body, path.join('.'), name.endsWith('[]') ? values : values.at(-1));
	}, {});
}

/** Starts a sandbox with fresh data; port 0 takes any free one. */
export async function startSandbox({ port = 0, host = '127.0.0.1' } = {}) {
	const rows = createState();
	const [answer, announce] = [service(rows), announcer(rows)];
	const app = fastify({ forceCloseConnections: true, bodyLimit: 50_000_000 });
	app.addContentTypeParser('*', { parseAs: 'buffer' }, readForm);
	let url = '';
	app.all('/*', async ({ headers, method, url: address, body }, reply) => {
		const [path, query] = address.split('?');
		const token = String(headers.api_access_token ?? headers['api-access-token'] ?? '');
		const request = `${method} ${decodeURIComponent(path).replace(/\/+(?=\/|$)/g, '')}`;
		const found = answer(request, token, new URLSearchParams(query), isRow(body) ? body : {});
		if (method !== 'GET') announce(url);
		const { status, body: content = '', type = 'application/json; charset=utf-8' } = found;
		const text = typeof content === 'string' ? content : JSON.stringify(content);
		return reply.code(status).type(type).send(text.replaceAll('{base_url}', url));
	});
	url = await app.listen({ port, host });
	return { url, tokens: { ...tokens }, close: () => app.close() };
}
