/**
 * A small local stand-in for the service, for the demo and for life cycles, in memory. What an
 * operation is called, takes and gives is read in the catalogue; what is not kept is answered from
 * the recordings, and what is not recorded either is refused loudly.
 */
import { randomUUID } from 'node:crypto';
import fastify, { type FastifyRequest } from 'fastify';
import { allRecordings, catalogue, operationAt, recording, releases } from '../truth/recordings';
import type { CatalogueEntry as Operation } from '../truth/recordings';
import { announcer, messageTypes, pushed } from './deliveries';
import { reporter } from './reports';
import { filtered, iso, isRow, notKept, over, pick, place, sorted, whole } from './rows';
import type { Row, Rows } from './rows';
import { author, blank, createState, link, metaOf, person, recorded, tokens } from './state';

/** A reply; without `body` it is empty, a text goes out as it is. What is only replayed says so. */
type Answer = { status: number; body?: unknown; type?: string; replayed?: true };

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
	/** Who asks, and as the author of a message. */
	user?: Row;
	by?: Row;
}

const shapeOf = (request: string) => request.replace(/\/\d+(?=\/|$)/g, '/*');
/** The recordings; last is the one that counts: called ok, of the oldest release. */
const recordings = releases
	.toReversed()
	.flatMap((release) => allRecordings(release).toReversed())
	.filter(({ response }) => response.status < 300)
	.sort((a, b) => Number(a.case === 'ok') - Number(b.case === 'ok'));
/** The recorded replies by operation, and by method and path, every numeric id a wildcard. */
const replays = new Map<string, Answer>();
for (const { op, request, response } of recordings) {
	const { status, body = response.text, headers } = response;
	for (const key of [op, shapeOf(`${request.method} ${request.path}`)])
		replays.set(key, { status, body, type: headers?.['content-type'] });
}
const root = recording('transport', 'transport-api-root').response;
const timestamp = { toJSON: () => iso(Date.now() / 1000)?.replace(/T(.*)\..*/, ' $1') };
replays.set('GET /api', { ...root, body: { ...(root.body as Row), timestamp } });

const ok = (body?: unknown): Answer => ({ status: 200, body });
const notFound: Answer = { status: 404, body: { error: 'Resource could not be found' } };

/** No two records of a collection may have the same here; of teams it is the name. */
const unique = 'email identifier phone_number title url short_code attribute_key'.split(' ');
/** Parameters of lists that name a field. */
const ask = `inbox_id team_id labels[] status assignee_type filter_type attribute_model
	locale category_slug`.split(/\s+/);

/** The conditions of a filter, or those that the parameters of a list stand for. */
function conditionsOf({ operation: { id }, query, body, user }: Call): Row[] {
	if (body.payload) return body.payload as Row[];
	const isOpen = /conversation\.(list|counts)$/.test(id) && !query.has('q');
	if (isOpen && !query.has('status')) query.set('status', 'open');
	return ask.flatMap((name) => {
		const values = query.getAll(name).filter((value) => value !== 'all');
		if (values[0] === 'me') return [{ attribute_key: 'assignee_id', values: [user?.id] }];
		return values.length ? [{ attribute_key: name.replace('[]', ''), values }] : [];
	});
}

/** A value where an operation shows its record or its list. */
const reply = ({ success: { empty_body, item_path } }: Operation, value: unknown): Answer =>
	ok(empty_body ? undefined : place({}, item_path ?? '', value));

/** The service over one state: what a request with this token is answered. */
function service(rows: Rows) {
	let lastId = 2000;
	const report = reporter(rows);
	const byId = (name: string, id: unknown) =>
		rows[`account.${name}`].find((row) => row.id === Number(id));
	const [talks, users] = [rows['account.conversation'], rows['platform.user']];

	/** How records are shown, where this differs from how they are kept. */
	const shown: Record<string, (row: Row) => Row> = {
		'account.contact': ({ labels: _, ...row }) => row,
		'account.inbox': ({ agent_bot: _, ...row }) => row,
		'account.conversation': (row) => ({
			...row,
			meta: { ...metaOf(row), sender: person(metaOf(row).sender), hmac_verified: false },
		}),
		'platform.user': (row) => {
			const memberships = rows['platform.account_user'].filter(({ user_id }) => user_id === row.id);
			const accounts = memberships.map(({ account_id: id, user_id: _, ...set }) => {
				return { ...set, id, name: byId('account', id)?.name };
			});
			return { ...row, available_name: row.display_name ?? row.name, uid: row.email, accounts };
		},
		'public.contact': (row) => ({ ...row, ...(row.contact_inboxes as Row[]).at(-1) }),
		'public.inbox': (row) => ({ ...row, identifier: row.inbox_identifier }),
		'public.conversation': (row) => {
			const open = of(row, 'account.message').filter((message) => !message.private);
			const messages = open.map((message) => over(recorded('public.message.list'), message));
			const { contact } = recorded('public.conversation.get') as { contact: Row };
			const sender = { ...pick(metaOf(row).sender, ['id', 'name', 'email']), account_id: 1 };
			return { ...row, messages, contact: { ...contact, ...sender } };
		},
	};
	/** Gives a record as an operation shows it. */
	function view({ id }: Operation): (row: Row) => Row {
		const format = shown[id.replace(/\.\w+$/, '')] ?? ((row: Row) => row);
		return id.startsWith('account') ? format : (row) => over(recorded(id), format(row));
	}

	const pathOf = (name: string) =>
		(catalogue.get(`${name}.list`) ?? catalogue.get(`${name}.create`))?.path ?? '/api/v1/accounts';
	/** The field of a row with the id of the record that it belongs to. */
	const parentOf = (name: string) => /.*\{(\w+)\}/.exec(pathOf(name))?.[1] ?? 'account_id';
	/** What belongs to a record; a contact has conversations. */
	const of = (owner: Row, name: string, parent = parentOf(name)) =>
		rows[name].filter((row) =>
			row.meta && owner.contact_inboxes
				? metaOf(row).sender === owner
				: (row[parent] ?? owner.id) === owner.id,
		);
	/** Whether customers call an inbox or a contact by this name. */
	const isCalled = ({ inbox_identifier, contact_inboxes = [] }: Row, name: string) =>
		inbox_identifier === name || (contact_inboxes as Row[]).some((one) => one.source_id === name);
	/** The collections by the words that stand for them in addresses. */
	const homes = new Map(Object.keys(rows).map((name) => [pathOf(name).split('/').at(-1), name]));

	/** Brings what a conversation says of its messages up to date. */
	function touch(row: Row): void {
		const messages = of(row, 'account.message').filter(({ message_type }) => message_type !== 2);
		const chat = messages.filter((message) => !message.private);
		const [last = null] = messages.slice(-1);
		const at = last?.created_at ?? row.created_at;
		Object.assign(row, { last_activity_at: at, timestamp: at, updated_at: at });
		if (last?.message_type === 0) metaOf(row).sender.last_activity_at = at;
		row.messages = (chat.length ? chat : messages).slice(-1).map((message) => pushed(message, row));
		row.last_non_activity_message = last;
		row.waiting_since = chat.at(-1)?.message_type ? 0 : at;
		row.first_reply_created_at = chat.find((one) => one.message_type === 1)?.created_at ?? 0;
	}
	talks.forEach(touch);

	/** Sets the fields of a body in a row, or says why not. Fields that a row lacks are dropped. */
	function write({ name, operation, body }: Call, row: Row): Answer | undefined {
		const inside = body[operation.body_wrapper?.key ?? ''] ?? body;
		const names = operation.body.map((field) => field.name);
		const fields = isRow(inside) ? pick(inside, names) : {};
		for (const [field, value] of Object.entries(fields)) {
			const inner = field.replace(/_id$/, '');
			const home = inner.replace(/author|sender/, 'agent');
			// Shown in the record that names it.
			if (inner !== field && inner in row && `account.${home}` in rows)
				fields[inner] = byId(home, value) ?? null;
			if (name === 'account.contact' && field.endsWith('_attributes'))
				fields[field] = { ...(row[field] as Row), ...(isRow(value) && value) };
			else if (typeof row[field] === 'boolean' && typeof value === 'string')
				fields[field] = value === 'true';
			else if (name === 'account.account' && !(field in row))
				row.custom_attributes = { ...(row.custom_attributes as Row), [field]: value };
		}
		const next = over(row, { ...fields, ...(fields.channel as Row) });
		const isTaken = (field: string) =>
			rows[name].some((one) => one !== row && one[field] != null && one[field] === next[field]);
		const attributes = (name === 'account.team' ? ['name'] : unique).filter(isTaken);
		if (attributes.length) {
			const named = attributes.map((key) => key[0].toUpperCase() + key.slice(1).replace('_', ' '));
			const message = named.map((name) => `${name} has already been taken`).join(', ');
			return { status: 422, body: { message, attributes } };
		}
		Object.assign(row, next);
		if (fields.avatar)
			row['avatar_url' in row ? 'avatar_url' : 'thumbnail'] = '{base_url}/avatar.png';
		return undefined;
	}

	/** A record as the reply to an operation, or what of it. */
	function show({ operation }: Call, row: Row): Answer {
		const path = operation.success.item_path ?? '';
		return reply(operation, path in row ? row[path] : view(operation)(row));
	}

	/** What a list or a filter finds. */
	function listed(call: Call): Row[] {
		const { name, query, record } = call;
		const q = (query.get('q') ?? query.get('search') ?? '').trim().toLowerCase();
		const textOf = (row: Row) =>
			name === 'account.conversation'
				? of(row, 'account.message').map(({ content }) => content)
				: person(row);
		const has = (row: Row) => JSON.stringify(textOf(row)).toLowerCase().includes(q);
		const since = Date.now() / 1000 - whole(query, 'updated_within', Infinity);
		const fits = (row: Row) => (!q || has(row)) && !(Number(row.updated_at) <= since);
		return filtered(of(record, name), conditionsOf(call)).filter(fits);
	}

	/** The generic collection; undefined for what it does not keep. A new record has `more`. */
	function keep(call: Call, more?: Row): Answer | undefined {
		const { name, action, operation, query, record, body: sent } = call;
		const { item_path, total_path } = operation.success;
		if (/^(list|search|filter)$/.test(action)) {
			const order = query.get('sort') ?? query.get('sort_by') ?? '-last_activity_at';
			const list = sorted(listed(call), order);
			const { page_size: size = list.length, more_field: more } = operation.pagination ?? {};
			const end = Math.max(whole(query, 'page'), 1) * size;
			const page = query.has('updated_within') ? list : list.slice(end - size, end);
			const body = place({}, item_path ?? '', page.map(view(operation)));
			if (!more) return ok(total_path ? place(body, total_path, list.length) : body);
			// Where more is told, the number is of the page alone.
			return ok(place(place(body, 'meta.count', page.length), more, end < list.length));
		}
		if (action === 'get') return show(call, record);
		if (/^(update|update_status|set_priority|set_custom_attributes)$/.test(action))
			return write(call, record) ?? show(call, record);
		if (action === 'delete_custom_attributes') {
			const [gone, attributes] = [[sent.custom_attributes].flat(), record.custom_attributes as Row];
			const left = Object.keys(attributes).filter((key) => !gone.includes(key));
			record.custom_attributes = pick(attributes, left);
			return show(call, record);
		}
		if (action === 'delete' && rows[name].includes(record)) {
			rows[name].splice(rows[name].indexOf(record), 1);
			// What is said about a deletion comes from its recording.
			return operation.success.empty_body ? ok() : replays.get(operation.id);
		}
		if (action !== 'create') return undefined;
		const row = over(blank(name), { id: ++lastId, inbox_identifier: randomUUID() });
		return write(call, row) ?? (rows[name].push(Object.assign(row, more)), show(call, row));
	}

	/** The labels of a contact or a conversation. */
	function labelsOf({ action, operation, record, body }: Call): Answer {
		if (action === 'set') record.labels = [body.labels ?? []].flat().map(String);
		return reply(operation, record.labels ?? []);
	}

	/** Puts a message into a conversation. */
	function post(call: Call): Row {
		const { record, body, by } = call;
		const message_type = messageTypes.indexOf(String(body.message_type ?? 'outgoing'));
		const incoming = message_type === 0;
		const operation = catalogue.get('account.message.create') as Operation;
		const into = { ...call, operation, name: 'account.message', action: 'create' };
		const bot =
			body.sender_type === 'AgentBot' && author(byId('agent_bot', body.sender_id)!, 'agent_bot');
		const sender = incoming ? author(metaOf(record).sender, 'contact') : bot || by;
		const files = [body.attachments ?? []].flat().filter((one) => one instanceof File);
		const attachments = files.map(({ name, type, size: file_size }) => {
			const file_type = /^(audio|image|video)/.exec(type)?.[0] ?? 'file';
			return { id: ++lastId, file_type, data_url: `{base_url}/files/${name}`, file_size };
		});
		const fields = { message_type, sender, conversation_id: record.id, inbox_id: record.inbox_id };
		keep(into, files[0] ? { ...fields, attachments } : fields);
		touch(record);
		record.updated_at = Date.now() / 1000;
		if (incoming && /resolved|snoozed/.test(String(record.status)))
			record.status = byId('inbox', record.inbox_id)?.agent_bot ? 'pending' : 'open';
		return rows['account.message'].at(-1)!;
	}

	/** The message that asks a customer for a rating. */
	const surveyIn = (talk: Row) =>
		of(talk, 'account.message').findLast(({ content_type }) => content_type === 'input_csat');

	/** The operations that are more than a collection. */
	const byHand: Record<string, (call: Call) => Answer | undefined> = {
		'account.profile.get': ({ user }) => ok(over(recorded('account.profile.get'), user!)),
		'account.contact.create': (call) => {
			const { inbox_id, source_id = randomUUID() } = call.body;
			const inbox = byId('inbox', inbox_id);
			return keep(call, { contact_inboxes: inbox ? [link(source_id, inbox)] : [] });
		},
		'account.contact.list_conversations': ({ operation, record }) => {
			const newest = sorted(of(record, 'account.conversation'), '-last_activity_at').slice(0, 20);
			return reply(operation, newest.map(shown['account.conversation']));
		},
		'account.contact_label': labelsOf,
		'account.conversation_label': labelsOf,
		'account.conversation.create': (call) => {
			const { inbox_id, contact_id, assignee_id, team_id, message } = call.body;
			const [inbox, sender] = [byId('inbox', inbox_id), byId('contact', contact_id)];
			if (!inbox || !sender) return notFound;
			const [assignee, team] = [byId('agent', assignee_id), byId('team', team_id)];
			const who = { sender, assignee, assignee_type: assignee && 'User', team };
			const meta = { ...who, channel: inbox.channel_type };
			const turn = inbox.agent_bot ? { status: 'pending' } : {};
			keep(call, { uuid: randomUUID(), inbox_id: inbox.id, meta, ...turn });
			const record = talks.at(-1)!;
			if (isRow(message)) post({ ...call, record, body: message });
			return show(call, record);
		},
		'account.conversation.toggle_status': (call) => {
			const { operation, record, body } = call;
			const status = body.status ?? (record.status === 'open' ? 'resolved' : 'open');
			const end = status === 'snoozed' && (iso(body.snoozed_until) ?? record.snoozed_until);
			Object.assign(record, { status, snoozed_until: end || null, updated_at: Date.now() / 1000 });
			const wantsRating = byId('inbox', record.inbox_id)?.csat_survey_enabled && !surveyIn(record);
			const survey = { content: 'Please rate the conversation', content_type: 'input_csat' };
			if (status === 'resolved' && wantsRating)
				post({ ...call, by: undefined, body: { ...survey, message_type: 'template' } });
			const done = { success: true, conversation_id: record.id, current_status: status };
			return reply(operation, { ...done, ...pick(record, ['snoozed_until']) });
		},
		'account.message.list': ({ operation, query, record }) => {
			const [after, before] = [whole(query, 'after'), whole(query, 'before', Infinity)];
			// With both ends the first is included.
			const [from, size] = query.has('before') ? [after, 1000] : [after + 1, 100];
			// Customers see no notes.
			const bare = operation.role === 'none' || query.has('filter_internal_messages');
			const visible = of(record, 'account.message').filter((row) => !(bare && row.private));
			const found = visible.filter(({ id }) => Number(id) >= from && Number(id) < before);
			const page = query.has('after') ? found.slice(0, size) : found.slice(-20);
			return reply(operation, page.map(view(operation)));
		},
		'account.message.create': (call) => show(call, post(call)),
		'account.message.update_status': (call) => {
			const { record, body } = call;
			if (record.status === 'read' && body.status === 'delivered') return show(call, record);
			Object.assign(record.content_attributes as Row, pick(body, ['external_error']));
			return keep(call);
		},
		'account.campaign.create': (call) => {
			const { audience, scheduled_at: at } = call.body;
			const scheduled_at = Date.parse(String(at)) / 1000;
			return keep(call, at ? { campaign_type: 'one_off', audience, scheduled_at } : {});
		},
		'account.agent_bot.create': (call) => keep(call, { access_token: randomUUID() }),
		'account.conversation.assign': ({ record, body }) => {
			const meta = metaOf(record);
			if (!('assignee_id' in body)) return ok((meta.team = byId('team', body.team_id)) ?? null);
			const isBot = body.assignee_type === 'AgentBot';
			meta.assignee = byId(isBot ? 'agent_bot' : 'agent', body.assignee_id);
			meta.assignee_type = meta.assignee && (isBot ? 'AgentBot' : 'User');
			return ok(meta.assignee ?? null);
		},
		'platform.user.create': (call) => {
			const email = String(call.body.email ?? '').toLowerCase();
			const known = users.find((row) => row.email === email);
			if (known) return show(call, known);
			if (!call.body.password) return recording(call.operation.id, 'missing-password').response;
			return keep({ ...call, body: { ...call.body, email } }, { access_token: randomUUID() });
		},
		'platform.account_user.create': (call) => {
			const { name, operation, body, record } = call;
			const user = users.find(({ id }) => id === Number(body.user_id));
			if (!user) return recording(operation.id, 'unknown-user').response;
			const known = of(record, name).find(({ user_id }) => user_id === user.id);
			const memberCall = { ...call, body: { role: 'agent', ...known, ...body, user_id: user.id } };
			if (known) return keep({ ...memberCall, action: 'update', record: known });
			return keep(memberCall, { account_id: record.id });
		},
		'account.inbox.get_agent_bot': ({ record }) => ok(pick(record, ['agent_bot'])),
		'account.inbox.set_agent_bot': ({ record, body }) =>
			ok(void (record.agent_bot = byId('agent_bot', body.agent_bot))),
		'account.inbox.create_twilio': (call) => keep({ ...call, action: 'create' }),
		'account.conversation.counts': (call) => {
			const counts = ['all', 'assigned', 'unassigned', 'me'].map((type) => {
				call.query.set('assignee_type', type);
				return [`${type.replace('me', 'mine')}_count`, listed(call).length];
			});
			return reply(call.operation, Object.fromEntries(counts));
		},
		/** The reply to an answer shows what was before it. */
		'account.csat_survey': ({ params, body }) => {
			const talk = talks.find(({ uuid }) => uuid === params.conversation_uuid);
			const survey = talk && surveyIn(talk);
			if (!survey) return recording('public.csat_survey.get', 'unknown-id').response;
			const shape = recorded('public.csat_survey.get', 'readback') as Record<string, Row>;
			const attributes = survey.content_attributes as { submitted_values?: Row };
			const answer = attributes.submitted_values?.csat_survey_response as Row | undefined;
			const by = { account_id: 1, contact_id: metaOf(talk).sender.id, feedback_message: null };
			const entry = { ...survey, ...by, message_id: survey.id, created_at: iso(survey.created_at) };
			const response = answer ? over(shape.csat_survey_response, { ...entry, ...answer }) : null;
			if (isRow(body.message)) survey.content_attributes = { ...attributes, ...body.message };
			const inbox_name = byId('inbox', talk.inbox_id)?.name;
			return ok(over(shape, { ...entry, inbox_name, csat_survey_response: response }));
		},
	};

	/** Why a token may not pass. */
	function refusal(operation: Operation, token: string, user?: Row, bot?: Row) {
		const { role, agent_bot_token_allowed: forBots } = operation;
		if (role === 'none' || (role === 'platform' && token === tokens.platform)) return undefined;
		if (role === 'platform') return { error: 'Invalid access_token' };
		if (!token) return { errors: ['You need to sign in or sign up before continuing.'] };
		if (!user && !bot && token !== tokens.platform) return { error: 'Invalid Access Token' };
		if (user || forBots) return undefined;
		return { error: 'Access to this endpoint is not authorized for bots' };
	}

	/** `request` is the method and the path. */
	return (request: string, token: string, query: URLSearchParams, body: Row): Answer => {
		const match = operationAt(request);
		const operation = match?.entry;
		if (match && operation) {
			const holds = ({ access_token }: Row) => access_token === token;
			const [user] = users.filter(holds).map(shown['platform.user']);
			const bot = rows['account.agent_bot'].find(holds);
			const refused = refusal(operation, token, user, bot);
			if (refused) return { status: 401, body: refused };
			const { params } = match;
			const [surface, resource, action] = operation.id.split('.');
			const name = `${surface.replace('public', 'account')}.${resource}`;
			if (operation.role === 'none') body.message_type = 'incoming';
			let [record] = rows['account.account'];
			for (const [, word, param] of operation.path.matchAll(/(\w+)\/\{(\w+)\}/g)) {
				const home = homes.get(word);
				if (!home) continue;
				const value = decodeURIComponent(params[param]);
				const found = of(record, home).find((row) =>
					param.endsWith('id') ? row.id === Number(value) : isCalled(row, value),
				);
				if (!found) return notFound;
				if (!param.endsWith('id')) body[param.replace('identifier', 'id')] = found.id;
				record = found;
			}
			const by = bot ? author(bot, 'agent_bot') : user && author(user, 'user');
			const call = { operation, name, action, params, query, body, record, user, by };
			const reported = name.endsWith('report') && report(operation.id, query);
			if (reported) return ok(reported);
			const hand = byHand[`${name}.${action}`] ?? byHand[name];
			const answer = hand ? hand(call) : name in rows ? keep(call) : undefined;
			if (answer) return answer;
		}
		const replay = replays.get(shapeOf(request)) ?? replays.get(operation?.id ?? request);
		if (replay) return { ...replay, replayed: true };
		if (/\.(png|txt|wav)$/.test(request))
			return { status: 200, body: 'A file', type: 'text/plain' };
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
	const ended = new AbortController();
	const [answer, announce] = [service(rows), announcer(rows, ended.signal)];
	const app = fastify({ forceCloseConnections: true, bodyLimit: 50_000_000 });
	app.addContentTypeParser('*', { parseAs: 'buffer' }, readForm);
	let url = '';
	app.all('/*', async ({ headers, method, url: address, body }, reply) => {
		const [path, query] = address.split('?');
		const token = String(headers.api_access_token ?? headers['api-access-token'] ?? '');
		const request = `${method} ${path.replace(/\/+(?=\/|$)/g, '')}`;
		const found = answer(request, token, new URLSearchParams(query), isRow(body) ? body : {});
		if (method !== 'GET') announce(url);
		const { status, body: content = '', type } = found;
		const text = typeof content === 'string' ? content : JSON.stringify(content);
		const usual = text && text === content ? 'text/csv' : 'application/json; charset=utf-8';
		void reply.code(status).type(type ?? usual);
		if (found.replayed) void reply.header('x-replayed', 'true');
		return text.replaceAll('{base_url}', url);
	});
	url = await app.listen({ port, host });
	const close = async () => {
		ended.abort();
		await app.close();
	};
	return { url, tokens: { ...tokens }, close };
}
