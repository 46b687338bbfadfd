/**
 * A small local stand-in for the service, for the demo and for life cycles. It keeps its data in
 * memory. What an operation is called, takes and gives is read in the catalogue; what is not kept
 * is answered from the recordings, and what is not recorded either is refused loudly.
 */
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fastify, { type FastifyRequest } from 'fastify';
import { blank, createState, recordings, sample, tokens, type Row, type State } from './state';

/** The part of a catalogue entry that the sandbox needs. */
interface Operation {
	id: string;
	method: string;
	alt_methods: string[];
	path: string;
	body: Array<{ name: string }>;
	body_wrapper: { key: string; flat_json_accepted: boolean } | null;
	success: { item_path: string | null; empty_body: boolean };
	pagination: { page_size: number } | null;
	role: string;
	agent_bot_token_allowed: boolean;
	available_from: string;
}

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
	missing?: Answer;
	/** Fields with a form; the text follows the field's name in the refusal. */
	rules?: Record<string, [RegExp, string]>;
	unique?: string[];
	/** The field that is stored in lower case. */
	lower?: string;
	/** Completes a record after its fields were set. */
	stored?(row: Row, fields: Row, body: Row): void;
	shown?(row: Row, query: URLSearchParams): Row;
}

const catalogue = JSON.parse(readFileSync(join(__dirname, '../test/catalogue.json'), 'utf8')) as {
	operations: Operation[];
};
const operations = catalogue.operations
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
for (const { case: name, request, response } of recordings) {
	const shape = shapeOf(`${request.method} ${request.path}`);
	if (response.status !== 200 || (replays.has(shape) && name !== 'ok')) continue;
	const type = response.headers['content-type'];
	replays.set(shape, { status: 200, body: response.body ?? response.text, type });
}

const ok = (body?: unknown): Answer => ({ status: 200, body });
const refused = (error: string): Answer => ({ status: 401, body: { error } });
const invalid = (body: Row): Answer => ({ status: 422, body });
const notFound: Answer = { status: 404, body: { error: 'Resource could not be found' } };
const noRoute: Answer = { status: 404, body: { status: 404, error: 'Not Found' } };
const broken: Answer = { status: 500, body: { status: 500, error: 'Internal Server Error' } };

const isRow = (value: unknown): value is Row =>
	typeof value === 'object' && value !== null && !Array.isArray(value);
const pick = (row: Row, names: string[]): Row =>
	Object.fromEntries(names.filter((name) => name in row).map((name) => [name, row[name]]));
const title = (field: string) => field[0].toUpperCase() + field.slice(1).replaceAll('_', ' ');

/** Puts a value where a path of the catalogue (`payload.webhooks[]`) says; '' is the whole. */
function place(reply: unknown, path: string, value: unknown): unknown {
	const [word, ...rest] = path.replace('[]', '').split('.');
	if (!word) return value;
	const inside = isRow(reply) ? reply : {};
	return { ...inside, [word]: place(inside[word], rest.join('.'), value) };
}

/** By keys joined with commas, a minus for descending; empty values count as the highest. */
function sorted(rows: Row[], order: string): Row[] {
	const value = (row: Row, key: string) => {
		const more = row.additional_attributes as Row;
		const found = row[key] ?? more?.[key === 'company' ? 'company_name' : key];
		return typeof found === 'string' ? found.toLowerCase() : (found as number | null);
	};
	return [...rows].sort((a, b) => {
		for (const part of order.split(',')) {
			const [left, right] = [value(a, part.replace('-', '')), value(b, part.replace('-', ''))];
			if (left === right) continue;
			const higher = left == null || (right != null && left > right);
			return higher === part.startsWith('-') ? -1 : 1;
		}
		return 0;
	});
}

/** The service over one state: what a request with this token is answered. */
function service({ rows, timings, links }: State) {
	let lastId = 1000;
	const byId = (name: string, id: unknown) => rows[name].find((row) => row.id === Number(id));
	const linksOf = (contact: Row) => links.get(contact) ?? { labels: [], inboxes: [] };
	const metaOf = (row: Row) => row.meta as { sender: Row; assignee?: Row; team?: Row };
	const filled: [RegExp, string] = [/./, "can't be blank"];

	const collections: Record<string, Kept> = {
		'account.account': {
			rules: {
				name: filled,
				auto_resolve_after: [/^$|^\d{2}/, 'must be greater than or equal to 10'],
			},
			stored(row, fields) {
				const { settings, custom_attributes } = row as Record<string, Row>;
				const custom = pick(fields, ['industry', 'company_size', 'timezone']);
				row.settings = { ...settings, ...pick(fields, Object.keys(settings)) };
				row.custom_attributes = { ...custom_attributes, ...custom };
			},
			shown: ({ limits: _, ...row }) => row,
		},
		'account.agent': { stored: (row) => void (row.available_name = row.name) },
		'account.agent_bot': {},
		'account.team': { lower: 'name', rules: { name: filled }, unique: ['name'] },
		'account.inbox': {},
		'account.label': { lower: 'title', rules: { title: filled }, unique: ['title'] },
		'account.contact': {
			lower: 'email',
			unique: ['email', 'identifier', 'phone_number'],
			rules: {
				avatar: [/^$|^image\/(png|jpeg|gif)$/, 'filetype not supported'],
				email: [/^$|.@./, 'Invalid email'],
				phone_number: [/^$|\+\d{1,15}$/, 'should be in e164 format'],
			},
			stored(row, { inbox_id, source_id = randomUUID() }) {
				const inbox = byId('account.inbox', inbox_id);
				if (!inbox) return;
				const names = ['id', 'avatar_url', 'channel_id', 'name', 'channel_type', 'provider'];
				links.set(row, { labels: [], inboxes: [{ source_id, inbox: pick(inbox, names) }] });
			},
			shown(row, query) {
				const kept = (query.get('include_contact_inboxes') ?? 'true') === 'true';
				return kept ? { ...row, contact_inboxes: linksOf(row).inboxes } : row;
			},
		},
		'account.conversation': {},
		'account.canned_response': {
			rules: { short_code: filled, content: filled },
			unique: ['short_code'],
		},
		'account.automation_rule': { missing: broken },
		'account.portal': {
			key: 'slug',
			missing: broken,
			rules: { name: filled, slug: filled },
			unique: ['slug'],
			stored(row, { config }, { inbox_id }) {
				// Goes in as texts, comes out as objects.
				if (isRow(config) && Array.isArray(config.allowed_locales)) {
					const counts = { articles_count: 0, categories_count: 0 };
					const locales = config.allowed_locales.map((code) => ({ code, ...counts }));
					row.config = { allowed_locales: locales };
					row.meta = { ...(row.meta as Row), default_locale: config.default_locale ?? 'en' };
				}
				if (inbox_id !== undefined) row.inbox = byId('account.inbox', inbox_id);
			},
		},
		'account.webhook': {
			rules: { url: [/https?:\/\/\S/, 'is invalid'] },
			unique: ['url'],
			stored(row, { inbox_id }) {
				const inbox = byId('account.inbox', inbox_id);
				if (inbox_id !== undefined) row.inbox = inbox && pick(inbox, ['id', 'name']);
			},
		},
		'platform.account': {
			missing: noRoute,
			rules: { name: filled },
			shown: (row) => pick(row, Object.keys(blank('platform.account') ?? {})),
		},
		'platform.account_user': {},
	};
	// The collection that an address names first after its account; the account itself if none.
	const homes = Object.keys(collections)
		.map((name) => {
			const one = operations.find(({ id }) => id === `${name}.list`);
			return { name, path: `${one?.path ?? '/api/v1/accounts'}/{` };
		})
		.sort((a, b) => b.path.length - a.path.length);

	/** Sets the fields of a body in a row, or says why not. Fields that a row lacks are dropped. */
	function write({ name, operation, body }: Call, row: Row): Answer | undefined {
		const { rules = {}, unique = [], lower, stored } = collections[name];
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
			} else if (field === lower && typeof value === 'string') {
				fields[field] = value.toLowerCase();
			}
		}
		const next = { ...row, ...fields };
		const faults: string[][] = [];
		for (const [field, [form, text]] of Object.entries(rules)) {
			if (!form.test(String(next[field] ?? ''))) faults.push([field, text]);
		}
		for (const field of unique.filter((one) => next[one] != null)) {
			const taken = rows[name].some((other) => other !== row && other[field] === next[field]);
			if (taken) faults.push([field, 'has already been taken']);
		}
		if (faults.length) {
			const message = faults.map(([field, text]) => `${title(field)} ${text}`).join(', ');
			return invalid({ message, attributes: faults.map(([field]) => field) });
		}
		Object.assign(row, pick(fields, Object.keys(row)));
		if (fields.avatar && 'thumbnail' in row) row.thumbnail = '{base_url}/avatar.png';
		if (typeof row.updated_at === 'string') row.updated_at = new Date().toISOString();
		stored?.(row, fields, body);
		return undefined;
	}

	/** One page of these rows as they are shown, or all where the service does not page. */
	function page({ name, operation, query }: Call, found: Row[]): Row[] {
		const size = operation.pagination?.page_size ?? found.length;
		const number = operation.pagination ? Number.parseInt(query.get('page') ?? '', 10) : 1;
		const from = (Math.max(number || 1, 1) - 1) * size;
		const { shown = (row: Row) => row } = collections[name];
		return found.slice(from, from + size).map((row) => shown(row, query));
	}

	/** The generic collection; undefined for what it does not keep. */
	function keep(call: Call): Answer | undefined {
		const { name, action, operation, query, record } = call;
		const reply = (value: unknown) => ok(place({}, operation.success.item_path ?? '', value));
		const show = (row: Row) => reply(page(call, [row])[0]);
		if (action === 'list') {
			const text = (query.get('search') ?? '').toLowerCase();
			const own = rows[name].filter((row) => (row.account_id ?? record.id) === record.id);
			const found = (row: Row) => JSON.stringify(row).toLowerCase().includes(text);
			return reply(page(call, own.filter(found)));
		}
		if (action === 'get') return show(record);
		if (action === 'update') return write(call, record) ?? show(record);
		if (action === 'delete' && operation.success.empty_body && rows[name].includes(record)) {
			rows[name].splice(rows[name].indexOf(record), 1);
			return ok();
		}
		const row = action === 'create' && blank(name);
		if (!row) return undefined;
		row.id = ++lastId;
		return write(call, row) ?? (rows[name].push(row), show(row));
	}

	/** Lists contacts; those without e-mail, phone and identifier are in no list. */
	function contacts(call: Call, matches: (row: Row) => boolean): Answer {
		const labels = call.query.getAll('labels[]');
		const found = rows['account.contact'].filter(
			(row) =>
				(row.email ?? row.phone_number ?? row.identifier) != null &&
				(!labels.length || linksOf(row).labels.some((label) => labels.includes(label))) &&
				matches(row),
		);
		const meta = { count: found.length, current_page: call.query.get('page') ?? 1 };
		return ok({ meta, payload: page(call, sorted(found, call.query.get('sort') ?? '')) });
	}

	/** The operations that are more than a collection. */
	const byHand: Record<string, (call: Call) => Answer | undefined> = {
		'account.profile.get': () => {
			const shape = sample('account.profile.get');
			const [{ id, name, email }] = rows['account.agent'];
			const [membership] = shape.accounts as Row[];
			const account = { ...membership, ...pick(rows['account.account'][0], ['id', 'name']) };
			const person = { id, name, available_name: name, email, uid: email, account_id: 1 };
			return ok({ ...shape, ...person, access_token: tokens.user, accounts: [account] });
		},
		'account.contact.list': (call) => contacts(call, () => true),
		'account.contact.search': (call) => {
			const q = (call.query.get('q') ?? '').trim();
			if (!q) return ok({ meta: { count: null, current_page: 1 }, payload: [] });
			return contacts(call, (row) => {
				const { company_name } = row.additional_attributes as Row;
				const texts = [row.name, row.email, row.phone_number, company_name].join('\n');
				const found = texts.toLowerCase().includes(q.toLowerCase());
				// The service ignores case everywhere but here.
				return found || String(row.identifier ?? '').includes(q);
			});
		},
		'account.contact.create': (call) => {
			const inbox = byId('account.inbox', call.body.inbox_id);
			if (call.body.inbox_id && !inbox) return notFound;
			const answer = keep(call);
			if (answer?.status !== 200) return answer;
			const source_id = linksOf(rows['account.contact'].at(-1)!).inboxes[0]?.source_id ?? null;
			const raw = inbox
				? pick(inbox, ['id', 'channel_id', 'name', 'channel_type', 'timezone'])
				: null;
			return ok(place(answer.body, 'payload.contact_inbox', { inbox: raw, source_id }));
		},
		'account.contact_label.list': ({ record }) => ok({ payload: linksOf(record).labels }),
		'account.contact_label.set': ({ record, body }) => {
			const sent = Array.isArray(body.labels) ? body.labels : [];
			const labels = sent.flatMap((label) => String(label).split(','));
			links.set(record, { ...linksOf(record), labels });
			return ok({ payload: labels });
		},
		'account.conversation.list': (call) => {
			const status = call.query.get('status') ?? 'open';
			const inbox = Number(call.query.get('inbox_id'));
			const found = rows['account.conversation'].filter(
				(row) => (status === 'all' || row.status === status) && (!inbox || row.inbox_id === inbox),
			);
			const me = found.filter((row) => metaOf(row).assignee === rows['account.agent'][0]);
			const assigned = found.filter((row) => metaOf(row).assignee);
			const unassigned = found.filter((row) => !metaOf(row).assignee);
			const groups: Record<string, Row[]> = { me, assigned, unassigned };
			const shown = groups[call.query.get('assignee_type') ?? ''] ?? found;
			const meta = {
				mine_count: me.length,
				assigned_count: assigned.length,
				unassigned_count: unassigned.length,
				all_count: found.length,
			};
			return ok({ data: { meta, payload: page(call, sorted(shown, '-last_activity_at')) } });
		},
		'account.conversation.assign': ({ record, body }) => {
			const meta = metaOf(record);
			if ('team_id' in body && !('assignee_id' in body)) {
				meta.team = byId('account.team', body.team_id);
				return ok(meta.team ?? null);
			}
			const bot = body.assignee_type === 'AgentBot';
			const found = byId(bot ? 'account.agent_bot' : 'account.agent', body.assignee_id);
			const slim = ['id', 'name', 'description', 'thumbnail', 'outgoing_url', 'bot_type'];
			const assignee = bot && found ? pick(found, slim) : found;
			// An unknown agent unassigns, an unknown bot changes nothing.
			if (found || (!bot && 'assignee_id' in body)) {
				Object.assign(meta, { assignee, assignee_type: found && (bot ? 'AgentBot' : 'User') });
			}
			return ok(assignee ?? null);
		},
		'account.summary_report.by_agent': ({ query }) => {
			// A missing bound leaves nothing between the two.
			const since = Number.parseInt(query.get('since') ?? '9999999999', 10);
			const until = Number.parseInt(query.get('until') ?? '0', 10);
			if (Number.isNaN(since + until)) return broken;
			const within = (at: unknown) => Number(at) >= since && Number(at) < until;
			const lines = rows['account.agent'].map((agent) => {
				const own = timings.filter(({ user_id, at }) => user_id === agent.id && within(at));
				const average = (name: string) => {
					const seconds = own.filter((one) => one.name === name).map((one) => one.seconds);
					return seconds.reduce((sum, one) => sum + one, 0) / seconds.length || null;
				};
				const created = rows['account.conversation'].filter(
					(row) => metaOf(row).assignee === agent && within(row.created_at),
				);
				return {
					id: agent.id,
					conversations_count: created.length,
					resolved_conversations_count: own.filter(({ name }) => name === 'resolution').length,
					avg_resolution_time: average('resolution'),
					avg_first_response_time: average('first_response'),
					avg_reply_time: average('reply'),
				};
			});
			return ok(lines);
		},
		'account.report.conversation_metrics': ({ query }) => {
			const type = query.get('type');
			if (type !== 'account') return type ? broken : { status: 422 };
			const open = rows['account.conversation'].filter((row) => row.status === 'open');
			return ok({
				open: open.length,
				unattended: open.filter((row) => row.waiting_since).length,
				unassigned: open.filter((row) => !metaOf(row).assignee).length,
				pending: rows['account.conversation'].filter((row) => row.status === 'pending').length,
			});
		},
		'public.conversation.get': ({ params }) => {
			const row = byId('account.conversation', params.conversation_id);
			const inbox = byId('account.inbox', row?.inbox_id);
			if (!row || inbox?.inbox_identifier !== params.inbox_identifier) return noRoute;
			const { sender } = metaOf(row);
			const sources = linksOf(sender).inboxes.map(({ source_id }) => source_id);
			if (!sources.includes(params.contact_identifier)) return noRoute;
			const shape = sample<Row & { contact: Row }>('public.conversation.get');
			const iso = (seconds: unknown) => new Date(Number(seconds) * 1000).toISOString();
			// The contact comes as a raw database row: other keys, and times as text.
			const contact = {
				...shape.contact,
				...pick(sender, Object.keys(shape.contact)),
				account_id: 1,
				created_at: iso(sender.created_at),
				updated_at: iso(row.last_activity_at),
				last_activity_at: iso(row.last_activity_at),
				company_id: null,
			};
			return ok({ ...pick(row, Object.keys(shape)), contact });
		},
	};

	/** Says who may not pass. */
	function guard({ role, agent_bot_token_allowed }: Operation, token: string) {
		if (role === 'none') return undefined;
		if (role === 'platform') {
			return token === tokens.platform ? undefined : refused('Invalid access_token');
		}
		const errors = ['You need to sign in or sign up before continuing.'];
		if (!token) return { status: 401, body: { errors } };
		if (!Object.values(tokens).includes(token)) return refused('Invalid Access Token');
		const open = token === tokens.user || agent_bot_token_allowed;
		return open ? undefined : refused('Access to this endpoint is not authorized for bots');
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
			const home = homes.find((one) => operation.path.startsWith(one.path));
			let record: Row | undefined = {};
			if (home) {
				const { key = 'id', missing = notFound } = collections[home.name];
				const text = params[operation.path.slice(home.path.length).split('}')[0]];
				const value = key === 'id' ? Number.parseInt(text, 10) : text;
				record = rows[home.name].find((row) => row[key] === value);
				if (!record) return missing;
			}
			// A platform token gets this far only where bots may; there the service breaks.
			if (token === tokens.platform && surface === 'account') return broken;
			const call = { operation, name, action, params, query, body, record };
			const hand = byHand[operation.id];
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

/** The fields of a body, a file as its type; like in the service other bodies count as empty. */
async function read(raw: Buffer, type: string): Promise<Row> {
	let body: unknown = {};
	if (type.includes('json')) body = JSON.parse(raw.toString() || '{}');
	if (type.includes('form')) {
		const form = await new Response(raw, { headers: { 'content-type': type } }).formData();
		for (const [name, value] of form) {
			const path = name.split(/[[\]]+/).filter(Boolean);
			body = place(body, path.join('.'), typeof value === 'string' ? value : value.type);
		}
	}
	return isRow(body) ? body : {};
}

/**
 * Starts a sandbox with fresh data; port 0 takes any free one. Returns its address, the tokens
 * that it knows, and `close`, which does not wait for clients.
 */
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
		const words = path.split('/').filter(Boolean);
		const token = String(headers.api_access_token ?? headers['api-access-token'] ?? '');
		const fields = isRow(body) ? body : {};
		const search = new URLSearchParams(query);
		const found = answer(`${method} /${words.join('/')}`, token, search, fields);
		const { status, body: content = '', type = 'application/json; charset=utf-8' } = found;
		const text = typeof content === 'string' ? content : JSON.stringify(content);
		return reply.code(status).type(type).send(text.replaceAll('{base_url}', url));
	});
	url = await app.listen({ port, host });
	return { url, tokens: { ...tokens }, close: () => app.close() };
}

if (require.main === module) {
	void startSandbox({ port: Number(process.argv[2] ?? 0) }).then(({ url, tokens: own }) =>
		console.log(url, own),
	);
}
