/**
 * A small local stand-in for the service, for the demo and for life cycles, in memory. What an
 * operation is called, takes and gives is read in the catalogue; what is not kept is answered from
 * the recordings, and what is not recorded either is refused loudly.
 */
import { randomUUID } from 'node:crypto';
import fastify, { type FastifyRequest } from 'fastify';
import { catalogue, recordingsOf, type CatalogueEntry } from '../test/support/recordings';
import type { Row, State } from './state';
import { author, blank, createState, link, person, sample, tokens } from './state';

type Operation = CatalogueEntry & {
	success: { status: number; empty_body: boolean };
	pagination: { page_size: number } | null;
	agent_bot_token_allowed: boolean;
};

/** A reply; without `body` it is empty, a text goes out as it is. */
type Answer = { status: number; body?: unknown; type?: string };

/** A request for an operation, with the record that its address names ({} when it names none). */
interface Call {
	operation: Operation;
	/** `surface.resource`, the name of the collection, and what is done with it. */
	name: string;
	action: string;
	params: Record<string, string>;
	query: URLSearchParams;
	body: Row;
	record: Row;
}

/** What sets one collection apart from the others. */
interface Kept {
	/** The field that stands in the address, `id` unless said. */
	key?: string;
	/** The field with the id of the record that a row belongs to, `account_id` unless said. */
	parent?: string;
	order?: string;
	missing?: Answer;
	unique?: string[];
	/** Completes a record after its fields were set. */
	stored?(row: Row, fields: Row): void;
	shown?(row: Row, query: URLSearchParams): Row;
}

const operations = ([...catalogue.values()] as Operation[])
	.map((operation) => {
		const methods = [operation.method, ...operation.alt_methods].join('|');
		const path = operation.path.replaceAll('.', '\\.').replace(/\{(\w+)\}/g, '(?<$1>[^/]+)');
		return { ...operation, pattern: new RegExp(`^(?:${methods}) ${path}$`) };
	})
	// contacts/search must win over contacts/{id}.
	.sort((a, b) => a.path.split('{').length - b.path.split('{').length);

/** The recorded replies by method and path, every numeric id a wildcard. */
const replays = new Map<string, Answer>();
const shapeOf = (request: string) => request.replace(/\/\d+(?=\/|$)/g, '/*');
for (const { case: name, request, response } of operations.flatMap(({ id }) => recordingsOf(id))) {
	const shape = shapeOf(`${request.method} ${request.path}`);
	if (response.status !== 200 || (replays.has(shape) && name !== 'ok')) continue;
	const type = response.headers?.['content-type'];
	replays.set(shape, { status: 200, body: response.body ?? response.text, type });
}

const ok = (body?: unknown): Answer => ({ status: 200, body });
const refused = (error: string): Answer => ({ status: 401, body: { error } });
const invalid = (body: Row): Answer => ({ status: 422, body });
const notFound: Answer = { status: 404, body: { error: 'Resource could not be found' } };
const noRoute: Answer = { status: 404, body: { status: 404, error: 'Not Found' } };
const broken: Answer = { status: 500, body: { status: 500, error: 'Internal Server Error' } };

const isRow = (value: unknown): value is Row => value instanceof Object && !Array.isArray(value);
const pick = (row: Row, names: string[]): Row =>
	Object.fromEntries(names.filter((name) => name in row).map((name) => [name, row[name]]));

/** Puts a value where a path of the catalogue (`payload.webhooks[]`) says; '' is the whole. */
function place(reply: unknown, path: string, value: unknown): unknown {
	const [word, ...rest] = path.replace('[]', '').split('.');
	if (!word) return value;
	const inside = isRow(reply) ? reply : {};
	return { ...inside, [word]: place(inside[word], rest.join('.'), value) };
}

/** What filters and orders call by this name in a record. */
function valueOf(row: Row, key: string): unknown {
	const { meta, custom_attributes, additional_attributes } = row as Record<string, Row>;
	const { assignee, team } = (meta ?? {}) as Record<string, Row | undefined>;
	const named = { display_id: row.id, assignee_id: assignee?.id, team_id: team?.id };
	return ({ ...custom_attributes, ...additional_attributes, ...named, ...row } as Row)[key];
}

/** By keys joined with commas, a minus for descending; empty values count as the highest. */
function sorted(rows: Row[], order: string): Row[] {
	const { compare } = new Intl.Collator('en', { numeric: true });
	const value = (row: Row, key: string) =>
		String(valueOf(row, key === 'company' ? 'company_name' : key) ?? '\uffff');
	return order.split(',').reduceRight((list, part) => {
		const key = part.replace('-', '');
		const sign = key === part ? 1 : -1;
		return [...list].sort((a, b) => sign * compare(value(a, key), value(b, key)));
	}, rows);
}

/** Whether a record meets one condition of a filter. */
function meets(row: Row, { attribute_key, filter_operator, values }: Row): boolean {
	const texts = (value: unknown) => [value ?? []].flat().map((one) => String(one).toLowerCase());
	const [own, wanted] = [texts(valueOf(row, String(attribute_key))), texts(values)];
	const equal = own.some((text) => wanted.includes(text));
	const contains = own.some((text) => wanted.some((part) => text.includes(part)));
	// Times are kept as Unix seconds and asked for as dates.
	const size = (text: string) => (/-/.test(text) ? Date.parse(text) / 1000 : Number(text));
	const answers: Record<string, boolean> = {
		contains,
		not_equal_to: own.length > 0 && !equal,
		does_not_contain: own.length > 0 && !contains,
		is_present: own.length > 0,
		is_not_present: !own.length,
		is_greater_than: size(own[0]) > size(wanted[0]),
		is_less_than: size(own[0]) < size(wanted[0]),
		days_before: size(own[0]) < Date.now() / 1000 - Number(wanted[0]) * 86_400,
	};
	return answers[String(filter_operator)] ?? equal;
}

/** The records that a filter finds; AND binds tighter than OR. */
function filtered(rows: Row[], conditions: unknown): Row[] {
	const groups: Row[][] = [[]];
	for (const condition of conditions as Row[]) {
		groups.at(-1)!.push(condition);
		if (/^or$/i.test(String(condition.query_operator))) groups.push([]);
	}
	return rows.filter((row) => groups.some((group) => group.every((one) => meets(row, one))));
}

/** The conditions that some parameters of a list stand for. */
function asked(query: URLSearchParams, names: string[]): Row[] {
	const sent = names.filter((name) => query.has(name));
	return sent.map((key) => ({ attribute_key: key.replace('[]', ''), values: query.getAll(key) }));
}

/** A parameter that is a number. */
const whole = (query: URLSearchParams, name: string, none = 0) =>
	Number.parseInt(query.get(name) ?? '', 10) || none;

/** The service over one state: what a request with this token is answered. */
function service({ rows, members }: State) {
	let lastId = 2000;
	const byId = (name: string, id: unknown) => rows[name].find((row) => row.id === Number(id));
	const linksOf = (contact: Row) => contact.contact_inboxes as Row[];
	const messagesOf = ({ id }: Row) => messages.filter((row) => row.conversation_id === id);
	const metaOf = (row: Row) => row.meta as { sender: Row; assignee?: Row; team?: Row };
	const [agents, contacts, talks, messages] = ['agent', 'contact', 'conversation', 'message'].map(
		(name) => rows[`account.${name}`],
	);

	const collections: Record<string, Kept> = {
		'account.account': {
			stored(row, fields) {
				const { settings, custom_attributes } = row as Record<string, Row>;
				const custom = pick(fields, ['industry', 'company_size', 'timezone']);
				row.settings = { ...settings, ...pick(fields, Object.keys(settings)) };
				row.custom_attributes = { ...custom_attributes, ...custom };
			},
		},
		'account.agent': { unique: ['email'], stored: (row) => void (row.available_name = row.name) },
		'account.agent_bot': {},
		'account.custom_attribute': { unique: ['attribute_key'] },
		'account.custom_filter': {},
		'account.team': { unique: ['name'] },
		'account.inbox': {
			stored: (row, { channel }) =>
				void Object.assign(row, isRow(channel) && pick(channel, Object.keys(row))),
		},
		'account.label': { unique: ['title'] },
		'account.contact': {
			unique: ['email', 'identifier', 'phone_number'],
			stored(row, { inbox_id, source_id = randomUUID() }) {
				const inbox = byId('account.inbox', inbox_id);
				if (inbox) row.contact_inboxes = [link(source_id, inbox)];
			},
			shown: ({ labels: _, ...row }, query) =>
				(query.get('include_contact_inboxes') ?? 'true') === 'true' ? row : person(row),
		},
		'account.contact_note': {
			parent: 'contact_id',
			order: '-id',
			stored: (row) => void (row.user = agents[0]),
			shown: (row) => ({ ...row, contact_id: null }),
		},
		'account.conversation': {
			shown: (row) => ({ ...row, meta: { ...metaOf(row), sender: person(metaOf(row).sender) } }),
		},
		'account.message': {
			parent: 'conversation_id',
			stored(row, { message_type = 'outgoing', attachments }) {
				const conversation = byId('account.conversation', row.conversation_id)!;
				const incoming = message_type === 'incoming';
				const { sender } = metaOf(conversation);
				row.message_type = ['incoming', 'outgoing', 'activity'].indexOf(String(message_type));
				row.inbox_id = conversation.inbox_id;
				row.sender = incoming ? author(sender, 'contact') : author(agents[0], 'user');
				if (incoming && conversation.status === 'resolved') conversation.status = 'open';
				if (Array.isArray(attachments)) row.attachments = attachments.map(attached);
			},
		},
		'account.canned_response': { unique: ['short_code'] },
		'account.automation_rule': { missing: broken },
		'account.portal': {
			key: 'slug',
			missing: broken,
			stored(row, { config }) {
				if (!isRow(config)) return;
				row.meta = { ...(row.meta as Row), default_locale: config.default_locale };
			},
		},
		'account.webhook': { unique: ['url'] },
		'platform.account': { missing: noRoute },
	};
	// Every collection whose records an address can name, outer ones first.
	const pathOf = (name: string) => catalogue.get(`${name}.list`)?.path ?? '/api/v1/accounts';
	const homes = Object.keys(collections)
		.map((name) => ({ name, path: `${pathOf(name)}/{` }))
		.sort((a, b) => a.path.length - b.path.length);

	/** A file of a message: sent with it, or named as an upload. */
	function attached(file: unknown): Row {
		const shape = sample<{ attachments: Row[] }>('account.message.create', 'attachments-multipart');
		const row = { ...shape.attachments[1], id: ++lastId };
		if (!(file instanceof File)) return row;
		const file_type = /^(image|audio|video)/.exec(file.type)?.[0] ?? 'file';
		return { ...row, file_type, file_size: file.size, data_url: `{base_url}/files/${file.name}` };
	}

	/** Brings what a conversation says of its messages up to date. */
	function touch(row: Row): void {
		const own = messagesOf(row);
		const last = own.at(-1);
		const at = last?.created_at ?? row.created_at;
		const [answer] = own.filter(({ message_type }) => message_type === 1);
		Object.assign(row, { last_activity_at: at, timestamp: at, updated_at: at });
		row.messages = last ? [last] : [];
		row.last_non_activity_message = last ?? null;
		row.waiting_since = last?.message_type === 1 ? 0 : at;
		row.first_reply_created_at = answer?.created_at ?? 0;
	}
	talks.forEach(touch);

	/** Sets the fields of a body in a row, or says why not. Fields that a row lacks are dropped. */
	function write({ name, operation, body }: Call, row: Row): Answer | undefined {
		const { unique = [], stored } = collections[name];
		const { key, flat_json_accepted: flat } = operation.body_wrapper ?? {};
		const inside = key === undefined ? body : body[key];
		const names = operation.body.map((field) => field.name);
		const fields = pick(isRow(inside) ? inside : flat ? body : {}, names);
		if (key !== undefined && !Object.keys(fields).length) {
			return invalid({ error: `param is missing or the value is empty: ${key}` });
		}
		for (const [field, value] of Object.entries(fields)) {
			if (name === 'account.contact' && field.endsWith('_attributes')) {
				fields[field] = { ...(row[field] as Row), ...(isRow(value) && value) };
			} else if (typeof row[field] === 'boolean' && typeof value === 'string') {
				fields[field] = value === 'true';
			} else if (/^(email|title)$/.test(field) && typeof value === 'string') {
				fields[field] = value.toLowerCase();
			}
		}
		const rest = rows[name].filter((other) => other !== row);
		const sent = unique.filter((key) => fields[key] != null);
		const taken = sent.filter((key) => rest.some((other) => other[key] === fields[key]));
		if (taken.length) {
			const texts = taken.map((field) => field[0].toUpperCase() + field.slice(1).replace('_', ' '));
			const message = texts.map((text) => `${text} has already been taken`).join(', ');
			return invalid({ message, attributes: taken });
		}
		Object.assign(row, pick(fields, Object.keys(row)));
		if (fields.avatar && 'thumbnail' in row) row.thumbnail = '{base_url}/avatar.png';
		if (typeof row.updated_at === 'string') row.updated_at = new Date().toISOString();
		stored?.(row, fields);
		return undefined;
	}

	/** One page of these rows as they are shown, or all where the service does not page. */
	function page({ name, operation, query }: Call, found: Row[]): Row[] {
		const size = operation.pagination?.page_size ?? found.length;
		const from = operation.pagination ? (Math.max(whole(query, 'page'), 1) - 1) * size : 0;
		const { shown = (row: Row) => row } = collections[name];
		return found.slice(from, from + size).map((row) => shown(row, query));
	}

	/** The generic collection; undefined for what it does not keep. */
	function keep(call: Call, shape?: string): Answer | undefined {
		const { name, action, operation, query, record } = call;
		const { parent = 'account_id', order = 'id' } = collections[name];
		const path = operation.success.item_path ?? '';
		const reply = (value: unknown) => ok(place({}, path, value));
		const show = (row: Row) => reply(path in row ? row[path] : page(call, [row])[0]);
		if (action === 'list') {
			const text = (query.get('search') ?? '').toLowerCase();
			const own = rows[name].filter((row) => (row[parent] ?? record.id) === record.id);
			const found = own.filter((row) => JSON.stringify(row).toLowerCase().includes(text));
			const conditions = asked(query, ['attribute_model', 'filter_type']);
			return reply(page(call, sorted(filtered(found, conditions), order)));
		}
		if (action === 'get') return show(record);
		if (/^(update|set_priority|set_custom_attributes)$/.test(action)) {
			return write(call, record) ?? (operation.success.empty_body ? ok() : show(record));
		}
		if (action === 'delete' && rows[name].includes(record)) {
			rows[name].splice(rows[name].indexOf(record), 1);
			// What is said about a deletion comes from its recording.
			return operation.success.empty_body ? { status: operation.success.status } : undefined;
		}
		if (action !== 'create') return undefined;
		const row = blank(name, shape);
		row.id = ++lastId;
		if (parent in row) row[parent] = record.id;
		return write(call, row) ?? (rows[name].push(row), show(row));
	}

	/** The agents of a team, an inbox or a conversation. */
	function membersOf({ name, action, operation, params, body, record }: Call): Answer {
		const ofInbox = name === 'account.inbox_member';
		const owner = ofInbox ? byId('account.inbox', params.inbox_id ?? body.inbox_id) : record;
		if (!owner) return notFound;
		const ids = [body.user_ids ?? []].flat().map(Number);
		const own = members.get(owner) ?? [];
		const named = agents.filter(({ id }) => ids.includes(Number(id)));
		const added = named.filter((agent) => !own.includes(agent));
		const others = own.filter((agent) => !named.includes(agent));
		const next = { add: [...own, ...added], replace: named, remove: others }[action] ?? own;
		members.set(owner, next);
		if (operation.success.empty_body) return ok();
		const shown = action === 'add' && !ofInbox ? added : next;
		return ok(place({}, operation.success.item_path ?? '', shown));
	}

	/** The labels of a contact or a conversation. */
	function labelsOf({ action, record, body }: Call): Answer {
		if (action === 'set') record.labels = [body.labels ?? []].flat().map(String);
		return ok({ payload: record.labels });
	}

	/** Lists contacts; those without e-mail, phone and identifier are in no list. */
	function contactPage(call: Call, matching: Row[]): Answer {
		const listed = matching.filter((row) => row.email ?? row.phone_number ?? row.identifier);
		const found = filtered(listed, asked(call.query, ['labels[]']));
		const meta = { count: found.length, current_page: call.query.get('page') ?? 1 };
		return ok({ meta, payload: page(call, sorted(found, call.query.get('sort') ?? '')) });
	}

	/** A page of conversations, and the counts over all of them. */
	function talkPage(call: Call, found: Row[]) {
		const mine = found.filter((row) => metaOf(row).assignee === agents[0]);
		const assigned = found.filter((row) => metaOf(row).assignee);
		const unassigned = found.filter((row) => !metaOf(row).assignee);
		const groups = { mine, assigned, unassigned, all: found };
		const counts = Object.entries(groups).map(([name, { length }]) => [`${name}_count`, length]);
		const type = call.query.get('assignee_type')?.replace('me', 'mine') as keyof typeof groups;
		const payload = page(call, sorted(groups[type] ?? found, '-last_activity_at'));
		return { meta: Object.fromEntries(counts) as Row, payload };
	}

	function listed(call: Call) {
		const status = call.query.get('status') ?? 'open';
		const found = talks.filter((row) => status === 'all' || row.status === status);
		return talkPage(call, filtered(found, asked(call.query, ['inbox_id', 'team_id', 'labels[]'])));
	}

	/** Puts a message into a conversation. */
	function post(call: Call): Answer | undefined {
		const operation = catalogue.get('account.message.create') as Operation;
		const answer = keep({ ...call, operation, name: 'account.message', action: 'create' });
		touch(call.record);
		return answer;
	}

	/** The operations that are more than a collection. */
	const byHand: Record<string, (call: Call) => Answer | undefined> = {
		'account.profile.get': () => {
			const shape = sample<Row & { accounts: Row[] }>('account.profile.get');
			const account = { ...shape.accounts[0], ...pick(rows['account.account'][0], ['id', 'name']) };
			const me = pick(agents[0], ['id', 'name', 'available_name', 'email']);
			const own = { uid: me.email, account_id: 1, access_token: tokens.user };
			return ok({ ...shape, ...me, ...own, accounts: [account] });
		},
		'account.contact.list': (call) => contactPage(call, contacts),
		'account.contact.search': (call) => {
			const q = (call.query.get('q') ?? '').trim();
			if (!q) return ok({ meta: { count: null, current_page: 1 }, payload: [] });
			const found = contacts.filter((row) => {
				const keys = ['name', 'email', 'phone_number', 'company_name'];
				const texts = keys.map((key) => valueOf(row, key)).join('\n');
				// The service ignores case everywhere but here.
				const hit = texts.toLowerCase().includes(q.toLowerCase());
				return hit || String(row.identifier ?? '').includes(q);
			});
			return contactPage(call, found);
		},
		'account.contact.filter': (call) => contactPage(call, filtered(contacts, call.body.payload)),
		'account.contact.create': (call) => {
			const { inbox_id } = call.body;
			if (inbox_id && !byId('account.inbox', inbox_id)) return notFound;
			const answer = keep(call);
			if (answer?.status !== 200) return answer;
			const [made = { inbox: null, source_id: null }] = linksOf(contacts.at(-1)!);
			return ok(place(answer.body, 'payload.contact_inbox', made));
		},
		'account.contact.list_conversations': (call) => {
			const own = talks.filter((row) => metaOf(row).sender === call.record);
			return ok({ payload: talkPage({ ...call, name: 'account.conversation' }, own).payload });
		},
		'account.contact_label': labelsOf,
		'account.conversation_label': labelsOf,
		'account.conversation_participant': membersOf,
		'account.inbox_member': membersOf,
		'account.team_member': membersOf,
		'account.inbox.create': (call) => {
			const { type } = (call.body.channel ?? {}) as Row;
			const full = { api: 'ok', email: 'ok-email', web_widget: 'ok-web_widget-full' };
			const shape = full[type as keyof typeof full];
			if (shape) return keep(call, shape);
			return invalid({ message: 'Channel must exist', attributes: ['channel'] });
		},
		'account.conversation.list': (call) => ok({ data: listed(call) }),
		'account.conversation.counts': (call) => ok({ meta: listed(call).meta }),
		'account.conversation.filter': (call) => ok(talkPage(call, filtered(talks, call.body.payload))),
		'account.conversation.create': (call) => {
			const { inbox_id, contact_id, assignee_id, team_id, message } = call.body;
			const inbox = byId('account.inbox', inbox_id);
			const sender = byId('account.contact', contact_id);
			if (!inbox || !sender) return notFound;
			keep(call);
			const record = talks.at(-1)!;
			const assignee = byId('account.agent', assignee_id);
			const shared = { channel: inbox.channel_type, team: byId('account.team', team_id) };
			record.uuid = randomUUID();
			record.meta = { sender, assignee, ...shared, hmac_verified: false };
			if (isRow(message)) post({ ...call, record, body: message });
			return ok(page(call, [record])[0]);
		},
		'account.conversation.toggle_status': ({ record, body }) => {
			const status = String(body.status ?? (record.status === 'open' ? 'resolved' : 'open'));
			if (!/^(open|pending|resolved|snoozed)$/.test(status)) return broken;
			const seconds = status === 'snoozed' && Number(body.snoozed_until);
			const snoozed_until = seconds ? new Date(seconds * 1000).toISOString() : null;
			Object.assign(record, { status, snoozed_until });
			const done = { success: true, conversation_id: record.id };
			return ok({ payload: { ...done, current_status: status, snoozed_until } });
		},
		'account.message.list': ({ query, record }) => {
			const { sender, assignee } = metaOf(record);
			const { labels, additional_attributes } = record;
			const [after, before] = [query.has('after'), query.has('before')];
			const found = messagesOf(record).filter(({ id, private: internal }) => {
				const above = !after || Number(id) >= whole(query, 'after') + (before ? 0 : 1);
				const below = !before || Number(id) < whole(query, 'before');
				return above && below && !(internal && query.get('filter_internal_messages'));
			});
			const payload = after ? found.slice(0, before ? 1000 : 100) : found.slice(-20);
			const contact = author(sender, 'contact');
			return ok({ meta: { labels, additional_attributes, contact, assignee }, payload });
		},
		'account.message.create': post,
		'account.message.delete': ({ record }) => {
			const gone = { content: 'This message was deleted', content_type: 'text' };
			return ok(Object.assign(record, gone, { content_attributes: { deleted: true } }));
		},
		'account.conversation.assign': ({ record, body }) => {
			const meta = metaOf(record);
			if ('team_id' in body && !('assignee_id' in body)) {
				meta.team = byId('account.team', body.team_id);
				return ok(meta.team ?? null);
			}
			const bot = body.assignee_type === 'AgentBot';
			const assignee = byId(bot ? 'account.agent_bot' : 'account.agent', body.assignee_id);
			const assignee_type = assignee && (bot ? 'AgentBot' : 'User');
			// An unknown agent unassigns, an unknown bot changes nothing.
			if (assignee || (!bot && 'assignee_id' in body))
				Object.assign(meta, { assignee, assignee_type });
			return ok(assignee ?? null);
		},
		'account.summary_report.by_agent': ({ query }) => {
			// A missing bound leaves nothing between the two.
			const [since, until] = [whole(query, 'since', Infinity), whole(query, 'until')];
			const within = (at: unknown) => Number(at) >= since && Number(at) < until;
			const average = (list: number[]) =>
				list.reduce((sum, one) => sum + one, 0) / list.length || null;
			const span = ([from, to]: unknown[]) => Number(to) - Number(from);
			const lines = agents.map(({ id }) => {
				const own = talks.filter(
					(row) => metaOf(row).assignee?.id === id && within(row.created_at),
				);
				const solved = own.filter(({ status }) => status === 'resolved');
				const all = own.map((row) => messagesOf(row).map((message) => message.created_at));
				const times = all.filter(({ length }) => length > 3);
				return {
					id,
					conversations_count: own.length,
					resolved_conversations_count: solved.length,
					avg_resolution_time: average(solved.map((row) => span([row.created_at, row.updated_at]))),
					avg_first_response_time: average(times.map((at) => span(at.slice(0, 2)))),
					avg_reply_time: average(times.map((at) => span(at.slice(2, 4)))),
				};
			});
			return ok(lines);
		},
		'account.report.conversation_metrics': ({ query }) => {
			if (!query.get('type')) return { status: 422 };
			if (query.get('type') !== 'account') return broken;
			const having = (status: string) => talks.filter((row) => row.status === status);
			const open = having('open');
			return ok({
				open: open.length,
				unattended: open.filter((row) => row.waiting_since).length,
				unassigned: open.filter((row) => !metaOf(row).assignee).length,
				pending: having('pending').length,
			});
		},
		'public.conversation.get': ({ params }) => {
			const row = byId('account.conversation', params.conversation_id);
			const inbox = byId('account.inbox', row?.inbox_id);
			if (!row || inbox?.inbox_identifier !== params.inbox_identifier) return noRoute;
			const { sender } = metaOf(row);
			const linked = linksOf(sender).some((one) => one.source_id === params.contact_identifier);
			if (!linked) return noRoute;
			const shape = sample<Row & { contact: Row }>('public.conversation.get');
			const contact = { ...shape.contact, ...pick(sender, ['id', 'name', 'email']), account_id: 1 };
			return ok({ ...pick(row, Object.keys(shape)), contact });
		},
	};

	/** Says who may not pass. */
	function guard({ role, agent_bot_token_allowed: forBots }: Operation, token: string) {
		const errors = ['You need to sign in or sign up before continuing.'];
		if (role === 'none' || (role === 'platform' && token === tokens.platform)) return undefined;
		if (role === 'platform') return refused('Invalid access_token');
		if (!token) return { status: 401, body: { errors } };
		if (!Object.values(tokens).includes(token)) return refused('Invalid Access Token');
		if (token === tokens.user || forBots) return undefined;
		return refused('Access to this endpoint is not authorized for bots');
	}

	/** `request` is the method and the path. */
	return (request: string, token: string, query: URLSearchParams, body: Row): Answer => {
		const operation = operations.find(({ pattern }) => pattern.test(request));
		if (operation) {
			if (operation.available_from !== '4.10') return noRoute;
			const params = { ...operation.pattern.exec(request)?.groups };
			for (const [key, text] of Object.entries(params)) params[key] = decodeURIComponent(text);
			const stop = guard(operation, token);
			if (stop) return stop;
			const [surface, resource, action] = operation.id.split('.');
			const name = `${surface}.${resource}`;
			let record: Row = {};
			for (const home of homes.filter(({ path }) => operation.path.startsWith(path))) {
				const { key = 'id', parent = 'account_id', missing = notFound } = collections[home.name];
				const text = params[operation.path.slice(home.path.length).split('}')[0]];
				const value = key === 'id' ? Number.parseInt(text, 10) : text;
				const owner = record.id;
				const found = rows[home.name].find(
					(row) => row[key] === value && (row[parent] ?? owner) === owner,
				);
				if (!found) return missing;
				record = found;
			}
			const call = { operation, name, action, params, query, body, record };
			if (action === 'filter' && !Array.isArray(body.payload)) return broken;
			const hand = byHand[operation.id] ?? byHand[name];
			const answer = hand ? hand(call) : name in collections ? keep(call) : undefined;
			if (answer) return answer;
		}
		if (request === 'GET /api') {
			const timestamp = new Date().toISOString().slice(0, 19).replace('T', ' ');
			return ok({ version: '4.10.0', timestamp, queue_services: 'ok', data_services: 'ok' });
		}
		const replay = replays.get(shapeOf(request));
		if (replay) return replay;
		const error = `not kept here: ${request}`;
		console.error(`sandbox: ${error}`);
		return { status: 501, body: { error } };
	};
}

/** The fields of a body; like in the service other bodies than forms and JSON count as empty. */
async function read(raw: Buffer, type: string): Promise<Row> {
	let body: unknown = {};
	if (type.includes('json')) body = JSON.parse(raw.toString() || '{}');
	if (type.includes('form')) {
		const form = await new Response(raw, { headers: { 'content-type': type } }).formData();
		for (const name of new Set(form.keys())) {
			const path = name.split(/[[\]]+/).filter(Boolean);
			const values = form.getAll(name);
			body = place(body, path.join('.'), name.endsWith('[]') ? values : values.at(-1));
		}
	}
	return isRow(body) ? body : {};
}

/** Starts a sandbox with fresh data; port 0 takes any free one. */
export async function startSandbox({ port = 0, host = '127.0.0.1' } = {}) {
	const answer = service(createState());
	const app = fastify({ forceCloseConnections: true, bodyLimit: 50_000_000 });
	app.removeAllContentTypeParsers();
	app.addContentTypeParser('*', { parseAs: 'buffer' }, (request: FastifyRequest, raw: Buffer) =>
		read(raw, request.headers['content-type'] ?? ''),
	);
	app.setErrorHandler((error, _request, reply) => {
		const badRequest = { status: 400, error: 'Bad Request' };
		return error instanceof SyntaxError ? reply.code(400).send(badRequest) : reply.send(error);
	});
	let url = '';
	app.all('/*', async ({ headers, method, url: address, body }, reply) => {
		const [path, query] = address.split('?');
		const token = String(headers.api_access_token ?? headers['api-access-token'] ?? '');
		const request = `${method} ${path.replace(/\/+(?=\/|$)/g, '')}`;
		const found = answer(request, token, new URLSearchParams(query), isRow(body) ? body : {});
		const { status, body: content = '', type = 'application/json; charset=utf-8' } = found;
		const text = typeof content === 'string' ? content : JSON.stringify(content);
		return reply.code(status).type(type).send(text.replaceAll('{base_url}', url));
	});
	url = await app.listen({ port, host });
	return { url, tokens: { ...tokens }, close: () => app.close() };
}
