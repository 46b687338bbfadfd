/** The collections of records, and the actions that all of them have: list, get, create, update, delete. */
import { randomUUID } from 'node:crypto';
import { catalogue, type CatalogueEntry as Operation } from '../truth/recordings';
import { pushed } from './deliveries';
import { replayOf, type Answer } from './replays';
import { filtered, isRow, over, pick, place, sorted, whole, type Row, type Rows } from './rows';
import { blank, metaOf, person, recorded } from './state';

/** A request for an operation of the catalogue. */
export interface Call {
	operation: Operation;
	/** `surface.resource`, the name of the collection. */
	name: string;
	/** The last part of the operation's id, for example `create`. */
	action: string;
	/** The parameters in the path. */
	params: Record<string, string>;
	query: URLSearchParams;
	body: Row;
	/** The record that the path names, or the account if it names none. */
	record: Row;
	/** The user whose token the request has. */
	user?: Row;
	/** The user or bot whose token the request has, as the author of a message. */
	by?: Row;
}

export const ok = (body?: unknown): Answer => ({ status: 200, body });
export const notFound: Answer = { status: 404, body: { error: 'Resource could not be found' } };

/** A reply with the value at the place where the operation returns its record or list. */
export const reply = ({ success: { empty_body, item_path } }: Operation, value: unknown): Answer =>
	ok(empty_body ? undefined : place({}, item_path ?? '', value));

/** Fields that two records of a collection cannot share. For teams it is only the name. */
const UNIQUE = [
	'email',
	'identifier',
	'phone_number',
	'title',
	'url',
	'short_code',
	'attribute_key',
];

/** Query parameters of lists that filter by a field. */
const FILTERS = [
	'inbox_id',
	'team_id',
	'labels[]',
	'status',
	'assignee_type',
	'filter_type',
	'attribute_model',
	'locale',
	'category_slug',
];

/**
 * The conditions of a filter, or of the query parameters of a list. By default, lists of
 * conversations only return open ones.
 */
function conditionsOf({ operation: { id }, query, body, user }: Call): Row[] {
	if (body.payload) return body.payload as Row[];
	const isOpenByDefault = /conversation\.(list|counts)$/.test(id) && !query.has('q');
	if (isOpenByDefault && !query.has('status')) query.set('status', 'open');
	return FILTERS.flatMap((name) => {
		const values = query.getAll(name).filter((value) => value !== 'all');
		if (values[0] === 'me') return [{ attribute_key: 'assignee_id', values: [user?.id] }];
		return values.length ? [{ attribute_key: name.replace('[]', ''), values }] : [];
	});
}

/** The path of a collection in the API. */
const pathOf = (name: string) =>
	(catalogue.get(`${name}.list`) ?? catalogue.get(`${name}.create`))?.path ?? '/api/v1/accounts';

/** The field with the id of the record that a record belongs to, for example `conversation_id`. */
const parentOf = (name: string) => /.*\{(\w+)\}/.exec(pathOf(name))?.[1] ?? 'account_id';

/** Whether an inbox or a contact has this identifier in the public API. */
const hasIdentifier = ({ inbox_identifier, contact_inboxes = [] }: Row, identifier: string) =>
	inbox_identifier === identifier ||
	(contact_inboxes as Row[]).some(({ source_id }) => source_id === identifier);

export type Collections = ReturnType<typeof collections>;

/** The collections of one sandbox. */
export function collections(rows: Rows) {
	let lastId = 2000;
	const nextId = () => ++lastId;

	const byId = (name: string, id: unknown) =>
		rows[`account.${name}`].find((row) => row.id === Number(id));

	/** The records of a collection that belong to a record, for example the messages of a conversation. */
	function ownedBy(owner: Row, name: string): Row[] {
		const parent = parentOf(name);
		return rows[name].filter((row) => {
			if (row.meta && owner.contact_inboxes) return metaOf(row).sender === owner;
			return (row[parent] ?? owner.id) === owner.id;
		});
	}

	/** Whether the customer wrote within the hours in which WhatsApp or an API inbox accepts replies. */
	function isInWindow(row: Row): boolean {
		const { channel_type, additional_attributes } = byId('inbox', row.inbox_id) ?? {};
		const limit = channel_type === 'Channel::Whatsapp' ? 24 : Infinity;
		const settings = additional_attributes as Row | undefined;
		const hours = Number(settings?.agent_reply_time_window ?? limit);
		const from = Date.now() / 1000 - hours * 3600;
		return (
			hours === Infinity ||
			ownedBy(row, 'account.message').some(
				({ message_type, created_at }) => message_type === 0 && Number(created_at) > from,
			)
		);
	}

	/** How the API returns records that are stored differently. */
	const shown: Record<string, (row: Row) => Row> = {
		'account.contact': ({ labels: _, ...row }) => row,
		'account.inbox': ({ agent_bot: _, ...row }) => row,
		'account.message': ({ additional_attributes: _, ...row }) => row,
		'account.conversation': (row) => {
			const meta = metaOf(row);
			return {
				...row,
				...(isInWindow(row) ? {} : { can_reply: false }),
				meta: { ...meta, sender: person(meta.sender), hmac_verified: false },
			};
		},
		'platform.user': (row) => {
			const memberships = rows['platform.account_user'].filter(({ user_id }) => user_id === row.id);
			const accounts = memberships.map(({ account_id: id, user_id: _, ...settings }) => {
				return { ...settings, id, name: byId('account', id)?.name };
			});
			return { ...row, available_name: row.display_name ?? row.name, uid: row.email, accounts };
		},
		'public.contact': (row) => ({ ...row, ...(row.contact_inboxes as Row[]).at(-1) }),
		'public.inbox': (row) => ({ ...row, identifier: row.inbox_identifier }),
		'public.conversation': (row) => {
			const chat = ownedBy(row, 'account.message').filter((message) => !message.private);
			const messages = chat.map((message) => over(recorded('public.message.list'), message));
			const { contact } = recorded('public.conversation.get') as { contact: Row };
			const sender = pick(metaOf(row).sender, ['id', 'name', 'email']);
			return { ...row, messages, contact: { ...contact, ...sender, account_id: 1 } };
		},
	};

	/** Returns a function that formats a record as the operation returns it. */
	function view({ id }: Operation): (row: Row) => Row {
		const format = shown[id.replace(/\.\w+$/, '')] ?? ((row: Row) => row);
		return id.startsWith('account') ? format : (row) => over(recorded(id), format(row));
	}

	/** The reply with a record, or with one of its fields if the operation only returns that. */
	function show({ operation }: Call, row: Row): Answer {
		const path = operation.success.item_path ?? '';
		return reply(operation, path in row ? row[path] : view(operation)(row));
	}

	/** Updates the fields of a conversation that come from its messages. */
	function touch(row: Row): void {
		const messages = ownedBy(row, 'account.message').filter(
			({ message_type }) => message_type !== 2,
		);
		const chat = messages.filter((message) => !message.private);
		const last = messages.at(-1) ?? null;
		const at = last?.created_at ?? row.created_at;
		const newest = (chat.length ? chat : messages).slice(-1);
		if (last?.message_type === 0) metaOf(row).sender.last_activity_at = at;
		row.last_activity_at = at;
		row.timestamp = at;
		row.updated_at = at;
		row.messages = newest.map((message) => pushed(message, row));
		row.last_non_activity_message = last;
		row.waiting_since = chat.at(-1)?.message_type ? 0 : at;
		row.first_reply_created_at = chat.find((one) => one.message_type === 1)?.created_at ?? 0;
	}

	/** The fields of a request body, as they are stored in the record. */
	function fieldsOf({ name, operation, body }: Call, row: Row): Row {
		const inside = body[operation.body_wrapper?.key ?? ''] ?? body;
		const names = operation.body.map((field) => field.name);
		const fields = isRow(inside) ? pick(inside, names) : {};
		for (const [field, value] of Object.entries(fields)) {
			const inner = field.replace(/_id$/, '');
			const home = inner.replace(/author|sender/, 'agent');
			// Some records include the record whose id is sent, for example the author of an article.
			if (inner !== field && inner in row && `account.${home}` in rows)
				fields[inner] = byId(home, value) ?? null;
			if (name === 'account.contact' && field.endsWith('_attributes'))
				fields[field] = { ...(row[field] as Row), ...(isRow(value) && value) };
			else if (typeof row[field] === 'boolean' && typeof value === 'string')
				fields[field] = value === 'true';
		}
		return fields;
	}

	/** The error if another record already has a value that must be unique. */
	function uniquenessError(name: string, row: Row, next: Row): Answer | undefined {
		const keys = name === 'account.team' ? ['name'] : UNIQUE;
		const attributes = keys.filter((key) =>
			rows[name].some((other) => other !== row && other[key] != null && other[key] === next[key]),
		);
		if (!attributes.length) return undefined;
		const messages = attributes.map((key) => {
			const label = key[0].toUpperCase() + key.slice(1).replace('_', ' ');
			return `${label} has already been taken`;
		});
		return { status: 422, body: { message: messages.join(', '), attributes } };
	}

	/**
	 * Sets the fields of a request body in a record. Fields that the record lacks are ignored, except
	 * for an account: they are settings, and become custom attributes.
	 * @returns an error, or undefined if the record was changed
	 */
	function write(call: Call, row: Row): Answer | undefined {
		const { name } = call;
		const fields = fieldsOf(call, row);
		if (name === 'account.account')
			for (const [field, value] of Object.entries(fields))
				if (!(field in row))
					row.custom_attributes = { ...(row.custom_attributes as Row), [field]: value };
		const next = over(row, { ...fields, ...(fields.channel as Row) });
		const error = uniquenessError(name, row, next);
		if (error) return error;
		Object.assign(row, next);
		if (fields.avatar)
			row['avatar_url' in row ? 'avatar_url' : 'thumbnail'] = '{base_url}/avatar.png';
		return undefined;
	}

	/** All records that a list, a search or a filter finds. */
	function listed(call: Call): Row[] {
		const { name, query, record } = call;
		const searchText = (query.get('q') ?? query.get('search') ?? '').trim().toLowerCase();
		const textOf = (row: Row) =>
			name === 'account.conversation'
				? ownedBy(row, 'account.message').map(({ content }) => content)
				: person(row);
		const has = (row: Row) => JSON.stringify(textOf(row)).toLowerCase().includes(searchText);
		const since = Date.now() / 1000 - whole(query, 'updated_within', Infinity);
		return filtered(ownedBy(record, name), conditionsOf(call)).filter(
			(row) => (!searchText || has(row)) && !(Number(row.updated_at) <= since),
		);
	}

	/** The reply with one page of a list, a search or a filter. */
	function page(call: Call): Answer {
		const { operation, query } = call;
		const { item_path, total_path } = operation.success;
		const order = query.get('sort') ?? query.get('sort_by') ?? '-last_activity_at';
		const list = sorted(listed(call), order);
		const { page_size: size = list.length, more_field } = operation.pagination ?? {};
		const end = Math.max(whole(query, 'page'), 1) * size;
		const part = query.has('updated_within') ? list : list.slice(end - size, end);
		const body = place({}, item_path ?? '', part.map(view(operation)));
		// An operation that says whether there are more records counts only those of the page.
		if (more_field) {
			const counted = place(body, 'meta.count', part.length);
			return ok(place(counted, more_field, end < list.length));
		}
		return ok(total_path ? place(body, total_path, list.length) : body);
	}

	/** @param more fields that the request does not set */
	function create(call: Call, more?: Row): Answer {
		const { name } = call;
		const row = over(blank(name), { id: nextId(), inbox_identifier: randomUUID() });
		const error = write(call, row);
		if (error) return error;
		Object.assign(row, more);
		rows[name].push(row);
		return show(call, row);
	}

	function remove({ name, operation, record }: Call): Answer | undefined {
		rows[name].splice(rows[name].indexOf(record), 1);
		// If the reply is not empty, the recorded one is returned.
		return operation.success.empty_body ? ok() : replayOf(operation.id);
	}

	/**
	 * Runs an action that all collections have.
	 * @param more fields of a new record that the request does not set
	 * @returns undefined if the action is not one of them
	 */
	function run(call: Call, more?: Row): Answer | undefined {
		const { name, action, record } = call;
		switch (action) {
			case 'list':
			case 'search':
			case 'filter':
				return page(call);
			case 'get':
				return show(call, record);
			case 'update':
			case 'update_status':
			case 'set_priority':
			case 'set_custom_attributes':
				return write(call, record) ?? show(call, record);
			case 'delete_custom_attributes': {
				const removed = [call.body.custom_attributes].flat();
				const attributes = record.custom_attributes as Row;
				const left = Object.keys(attributes).filter((key) => !removed.includes(key));
				record.custom_attributes = pick(attributes, left);
				return show(call, record);
			}
			case 'delete':
				return rows[name].includes(record) ? remove(call) : undefined;
			case 'create':
				return create(call, more);
			default:
				return undefined;
		}
	}

	/** The names of collections by the word that paths have for them. */
	const collectionNames = new Map(
		Object.keys(rows).map((name) => [pathOf(name).split('/').at(-1), name]),
	);

	/**
	 * Finds the record that a path names, or the account if it names none. Ids of records that the
	 * path names by an identifier are added to the body.
	 * @returns undefined if a record does not exist
	 */
	function recordAt(
		{ path }: Operation,
		params: Record<string, string>,
		body: Row,
	): Row | undefined {
		let [record] = rows['account.account'];
		for (const [, word, param] of path.matchAll(/(\w+)\/\{(\w+)\}/g)) {
			const collection = collectionNames.get(word);
			if (!collection) continue;
			const value = decodeURIComponent(params[param]);
			const isId = param.endsWith('id');
			const found = ownedBy(record, collection).find((row) =>
				isId ? row.id === Number(value) : hasIdentifier(row, value),
			);
			if (!found) return undefined;
			if (!isId) body[param.replace('identifier', 'id')] = found.id;
			record = found;
		}
		return record;
	}

	rows['account.conversation'].forEach(touch);
	return { byId, listed, nextId, ownedBy, recordAt, run, show, shown, touch, view };
}
