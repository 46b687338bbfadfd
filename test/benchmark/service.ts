/** What is measured against, in a process of its own: `tsx service.ts <port>`. */
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { recording } from '../../truth/recordings';

/** Input items, and milliseconds until a reply. */
export interface Setting {
	items: number;
	delay: number;
	/** The items are messages into so many conversations: one after the other, or in turn. */
	conversations?: number;
	mixed?: boolean;
}

/**
 * Requests since the setting was made, most of them that waited at the same time, the milliseconds
 * that all of them waited, and messages that came after a later one of their conversation.
 */
export interface Count {
	requests: number;
	inFlight: number;
	waited: number;
	late: number;
}

const contacts = 10_000;
const pageSize = 15;
const recorded = recording('account.contact.create', 'ok').response.body as {
	payload: { contact: object };
};

let setting: Setting = { items: 0, delay: 0 };
const none: Count = { requests: 0, inFlight: 0, waited: 0, late: 0 };

let count = { ...none };
/** By conversation its messages in order. */
let stored = new Map<string, StoredMessage[]>();
let waiting = 0;

/** Milliseconds from storing a message until the channel has it. */
const LEAVES = 300;

interface StoredMessage {
	id: number;
	/** Its text, and when it was stored. */
	number: number;
	at: number;
}

const message = recording('account.message.create', 'ok').response.body as object;

const people = (from: number, number: number) =>
	Array.from({ length: number }, (_, index) => {
		const id = from + index + 1;
		return { id, name: `Person ${id}`, email: `person.${id}@example.com` };
	});

/** The contact of a real server, with these fields. */
const contact = (fields: object) => ({ ...recorded.payload.contact, ...fields });

/** The pages of the list, ready to be sent: the service's own work is not to be measured. */
const pages = Array.from({ length: Math.ceil(contacts / pageSize) }, (_, index) => {
	const from = index * pageSize;
	const rows = people(from, Math.min(pageSize, contacts - from)).map(contact);
	const meta = { count: contacts, current_page: index + 1 };
	return Buffer.from(JSON.stringify({ meta, payload: rows }));
});

/** The conversation of each item, where they are messages. */
const conversationOf = (index: number): number | undefined => {
	const { items, conversations, mixed } = setting;
	if (!conversations) return undefined;
	return 1 + (mixed ? index % conversations : Math.floor((index * conversations) / items));
};

const shown = ({ id, number, at }: StoredMessage) => ({
	...message,
	...{ id, content: String(number), status: 'sent' },
	source_id: performance.now() - at > LEAVES ? `wamid.${id}` : null,
});

/** Stores a message whose text is a number: those of a conversation come in the order of it. */
function store(path: string, id: number, { content }: { content: string }) {
	const all = stored.get(path) ?? [];
	const one = { id, number: Number(content), at: performance.now() };
	if (one.number < (all.at(-1)?.number ?? 0)) count.late++;
	stored.set(path, [...all, one]);
	return shown(one);
}

/** What a node reads to know the channel: the conversations are of a WhatsApp inbox. */
function placeOf(path: string): object | undefined {
	const [, collection, id] = /\/(conversations|inboxes)\/(\d+)$/.exec(path) ?? [];
	const channel = 'Channel::Whatsapp';
	if (collection === 'inboxes')
		return { id: Number(id), channel_type: channel, provider: 'whatsapp_cloud' };
	return collection
		? { id: Number(id), inbox_id: 1, can_reply: true, meta: { channel } }
		: undefined;
}

async function api(
	method: string,
	path: string,
	query: URLSearchParams,
	body: string,
): Promise<Buffer | object> {
	const id = ++count.requests;
	count.inFlight = Math.max(count.inFlight, ++waiting);
	const from = performance.now();
	await sleep(setting.delay);
	count.waited += performance.now() - from;
	waiting--;
	if (path.endsWith('/messages')) {
		if (method === 'POST') return store(path, id, JSON.parse(body));
		const after = Number(query.get('after'));
		const rows = (stored.get(path) ?? []).filter((one) => one.id >= after);
		return { meta: {}, payload: rows.map(shown) };
	}
	if (method === 'POST') {
		return { payload: { ...recorded.payload, contact: contact({ id, ...JSON.parse(body) }) } };
	}
	return placeOf(path) ?? pages[Number(query.get('page') ?? 1) - 1];
}

const server = createServer(async (request, response) => {
	const { method = '', url = '' } = request;
	const { pathname, searchParams } = new URL(url, 'http://localhost');
	const body = method === 'GET' ? '' : await text(request);
	let reply: Buffer | object = count;
	if (pathname.startsWith('/api/')) {
		reply = await api(method, pathname, searchParams, body);
	} else if (pathname === '/api') {
		// Asked for the time: by it the node knows that no row of a list came while it was read.
		reply = {
			version: '4.16.2',
			timestamp: new Date().toISOString().slice(0, 19).replace('T', ' '),
		};
	} else if (pathname === '/items') {
		reply = people(0, setting.items).map((person, index) => ({
			...person,
			conversation: conversationOf(index),
		}));
	} else if (method === 'PUT') {
		setting = JSON.parse(body) as Setting;
		count = { ...none };
		stored = new Map();
	}
	response.setHeader('Content-Type', 'application/json; charset=utf-8');
	response.end(Buffer.isBuffer(reply) ? reply : JSON.stringify(reply));
});
// n8n may be busy for minutes between opening a connection and using it.
server.keepAliveTimeout = server.headersTimeout = server.requestTimeout = 0;
server.listen({ port: Number(process.argv[2]), host: '127.0.0.1', backlog: 4096 });
