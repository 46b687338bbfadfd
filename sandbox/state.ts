/** What the sandbox starts with: one account's data, the same ids and names at every start. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** One record, in the shape in which the service shows it. */
export type Row = Record<string, unknown>;

/** One request to a real server and its reply. */
interface Recording {
	op?: string;
	case: string;
	request: { method: string; path: string };
	response: { status: number; headers: Record<string, string>; body?: unknown; text?: string };
}

/** One entry of the reports: who needed how many seconds for what, and when (Unix seconds). */
type Timing = { name: string; user_id: unknown; at: number; seconds: number };

export interface State {
	/** All collections, by `surface.resource`. */
	rows: Record<string, Row[]>;
	timings: Timing[];
	/** What belongs to a contact and is not in its row. */
	links: Map<Row, { labels: string[]; inboxes: Row[] }>;
}

export const tokens = { user: 'sandbox-user', bot: 'sandbox-bot', platform: 'sandbox-platform' };

const folder = join(__dirname, '../test/recordings');
export const recordings = readdirSync(folder, { recursive: true, encoding: 'utf8' })
	.filter((name) => name.endsWith('.jsonl'))
	.sort()
	.flatMap((name) => readFileSync(join(folder, name), 'utf8').split('\n'))
	.filter(Boolean)
	.map((line) => JSON.parse(line) as Recording);

/** The recorded reply of an operation's case: real shapes instead of invented ones. */
export function sample<T = Row>(operation: string, name = 'ok'): T {
	const found = recordings.find((line) => line.op === operation && line.case === name);
	if (!found) throw new Error(`No recording ${operation} ${name}`);
	return found.response.body as T;
}

const empty: Record<string, Row> = {
	'account.agent': { name: '', email: null },
	'account.agent_bot': { name: '', access_token: 'another-bot-token' },
	'account.team': { name: '' },
	'account.label': { title: '' },
	'account.contact': { name: '', contact_inboxes: undefined },
	'account.canned_response': { short_code: '', content: '' },
	'account.automation_rule': { name: '' },
	'account.portal': { name: '', slug: '' },
	'account.webhook': { url: '' },
	'platform.account': { name: '' },
	'platform.account_user': {},
};

/** A record of a collection as it is created from nothing; undefined where none can be made. */
export function blank(name: string, now = Date.now()): Row | undefined {
	if (!(name in empty)) return undefined;
	const body = sample<Row & { payload?: { contact?: Row; webhook?: Row } }>(`${name}.create`);
	const row: Row = { ...(body.payload?.contact ?? body.payload?.webhook ?? body), ...empty[name] };
	if ('account_id' in row) row.account_id = 1;
	for (const key of ['created_at', 'updated_at', 'created_on'].filter((field) => field in row)) {
		row[key] = typeof row[key] === 'number' ? Math.floor(now / 1000) : new Date(now).toISOString();
	}
	return row;
}

const firstNames = [
	'Amara',
	'Bruno',
	'Chloe',
	'Dario',
	'Elena',
	'Farid',
	'Greta',
	'Hiro',
	'Ines',
	'Jo',
];
const lastNames = ['Silva', 'Novak', 'Okafor', 'Haddad', 'Ito', 'Berg'];
const companies = [
	['Northwind Books', 'northwind.example', 'Oslo', 'Norway', 'NO'],
	['Blue Harbor Foods', 'blueharbor.example', 'Porto', 'Portugal', 'PT'],
	['Kestrel Cycles', 'kestrel.example', 'Osaka', 'Japan', 'JP'],
	['Tallgrass Energy', 'tallgrass.example', 'Denver', 'United States', 'US'],
];
/** Name, e-mail, role, usual minutes to a first answer and hours to a solution. */
const people: Array<[string, string, string, number, number]> = [
	['Ada Lindqvist', 'ada@acme.example', 'administrator', 34, 22],
	['Grace Okoye', 'grace@acme.example', 'agent', 8, 6],
	['Lin Zhang', 'lin@acme.example', 'agent', 12, 9],
	['Tomas Herrera', 'tomas@acme.example', 'agent', 19, 14],
	['Priya Nair', 'priya@acme.example', 'agent', 6, 11],
	['Noah Becker', 'noah@acme.example', 'agent', 41, 27],
];
/** Who takes how much of the work, as places in that list. */
const shifts = [0, 1, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 5, 5];
const questions = [
	'My parcel was marked delivered but is not here.',
	'Can I change the billing address of an invoice?',
	'The app signs me out every few minutes.',
	'When will the green one be back in stock?',
];

/** A fresh state; its conversations end at `now` (milliseconds) and reach three months back. */
export function createState(now = Date.now()): State {
	let seed = 4100; // Fixed, so that names, ids and figures are the same at every start.
	const random = () => (seed = (seed * 16807) % 2147483647) / 2147483647;
	const pick = <T>(list: T[]) => list[Math.floor(random() * list.length)];
	const uuid = () =>
		'xxxxxxxx-xxxx-4xxx-8xxx-xxxxxxxxxxxx'.replace(/x/g, () => pick([...'0123456789abcdef']));
	const present = Math.floor(now / 1000);
	const begin = now - 400 * 86_400_000;
	const rows: State['rows'] = {};
	const seeded = (name: string, list: Row[]): Row[] =>
		(rows[name] = list.map((row, index) => ({ ...blank(name, begin), id: index + 1, ...row })));

	const agents = seeded(
		'account.agent',
		people.map(([name, email, role]) => ({
			name,
			available_name: name,
			email,
			role,
			confirmed: true,
		})),
	);
	const [api, website] = sample<{ payload: Row[] }>('account.inbox.list').payload;
	const inboxes = seeded('account.inbox', [
		{ ...website, id: 1, name: 'Website' },
		{ ...api, id: 2, name: 'Mobile app', inbox_identifier: 'acme-mobile-app' },
		{ ...sample('account.inbox.create', 'ok-email'), id: 3, email: 'support@acme.example' },
		{ ...website, id: 4, name: 'Shop', website_url: 'https://shop.acme.example' },
		{ ...api, id: 5, name: 'Partner portal', inbox_identifier: 'acme-partner-portal' },
	]);

	const links: State['links'] = new Map();
	const contacts = Array.from({ length: 60 }, (_, index): Row => {
		const name = `${firstNames[index % 10]} ${lastNames[Math.floor(index / 10)]}`;
		const [company_name, domain, city, country, country_code] = companies[index % 4];
		return {
			...blank('account.contact'),
			id: index + 1,
			name,
			email: `${name.replace(' ', '.').toLowerCase()}@${domain}`,
			phone_number: `+141555501${String(index).padStart(2, '0')}`,
			identifier: `crm-${1001 + index}`,
			additional_attributes: { company_name, city, country, country_code },
			custom_attributes: { plan: ['free', 'team', 'pro'][index % 3] },
			created_at: present - (380 - index * 4) * 86_400,
		};
	});
	rows['account.contact'] = contacts;
	contacts.forEach((contact, index) => {
		const { id, avatar_url, channel_id, name, channel_type, provider } = inboxes[(index + 1) % 5];
		const inbox = { id, avatar_url, channel_id, name, channel_type, provider };
		const source_id = id === 2 ? `app-user-${contact.id}` : id === 3 ? contact.email : uuid();
		const labels = index % 4 === 0 ? ['vip'] : index % 7 === 0 ? ['billing', 'bug'] : [];
		links.set(contact, { labels, inboxes: [{ source_id, inbox }] });
	});

	const shape = sample('account.conversation.create');
	const [question] = sample<{ messages: Row[] }>(
		'public.conversation.get',
		'after-message-to-resolved',
	).messages;
	const timings: Timing[] = [];
	const amount = 240;
	const step = (92 * 86_400) / amount;
	const conversations = Array.from({ length: amount }, (_, index) => {
		const id = index + 1;
		// The newest waits for an answer in the mobile app, so that its public address is stable.
		const newest = id === amount;
		const contact = newest ? contacts[0] : pick(contacts);
		const inbox = links.get(contact)!.inboxes[0].inbox as Row;
		const worker = pick(shifts);
		const [, , , minutes, hours] = people[worker];
		const agent = agents[worker];
		const created = Math.floor(present - (amount - index) * step - random() * step);
		const answered = created + Math.round(minutes * 60 * (0.5 + random()));
		const followed = answered + Math.round(minutes * 60 * (0.3 + random()));
		const solved = created + Math.round(hours * 3600 * (0.4 + 1.2 * random())) + 1800;
		const resolved = !newest && solved < present && random() > 0.07;
		const taken = resolved || (!newest && answered < present && random() < 0.6);
		const waiting = newest ? 'open' : pick(['open', 'open', 'pending']);
		const time = (name: string, at: number, since: number) =>
			timings.push({ name, user_id: agent.id, at, seconds: at - since });
		if (taken) time('first_response', answered, created);
		if (taken) time('reply', followed, answered);
		if (resolved) time('resolution', solved, created);
		const last = resolved ? solved : taken ? answered : created;
		const content = pick(questions);
		const sender = { ...contact, type: 'contact' };
		const message = { ...question, id, content, created_at: created, conversation_id: id, sender };
		const meta = { sender: contact, channel: inbox.channel_type, hmac_verified: false };
		contact.last_activity_at = last;
		return {
			...shape,
			meta: taken ? { ...meta, assignee: agent, assignee_type: 'User' } : meta,
			id,
			messages: [message],
			account_id: 1,
			uuid: uuid(),
			inbox_id: inbox.id,
			labels: random() < 0.3 ? [pick(['billing', 'bug', 'refund', 'vip'])] : [],
			status: resolved ? 'resolved' : waiting,
			created_at: created,
			updated_at: last,
			timestamp: last,
			first_reply_created_at: taken ? answered : 0,
			last_non_activity_message: message,
			last_activity_at: last,
			priority: pick([null, null, null, 'low', 'medium', 'high', 'urgent']),
			waiting_since: taken ? 0 : created,
		};
	});
	seeded('account.conversation', conversations);

	seeded('account.agent_bot', [
		{ name: 'Helper bot', outgoing_url: 'https://hooks.example/bot', access_token: tokens.bot },
	]).push({ ...sample('account.agent_bot.get', 'system-bot'), id: 2, name: 'Greeter' });
	seeded('account.team', [
		{ name: 'support', description: 'First line', is_member: true },
		{ name: 'billing', description: 'Invoices and refunds' },
		{ name: 'engineering', description: 'Bugs that need a change' },
	]);
	seeded('account.label', [
		{ title: 'billing', color: '#0003e8', show_on_sidebar: true },
		{ title: 'bug', color: '#3d0ce8', show_on_sidebar: true },
		{ title: 'refund', color: '#c75300', show_on_sidebar: true },
		{ title: 'vip', description: 'Important customer', color: '#7a15e8', show_on_sidebar: true },
	]);
	seeded('account.canned_response', [
		{ short_code: 'hello', content: 'Hello, how can we help?' },
		{ short_code: 'bye', content: 'Thank you for writing to us. Have a good day!' },
		{ short_code: 'refund', content: 'Your refund is on its way; it takes three to five days.' },
	]);
	const condition = { attribute_key: 'content', filter_operator: 'contains', values: ['refund'] };
	seeded('account.automation_rule', [
		{ name: 'Welcome', actions: [{ action_name: 'send_message', action_params: ['Hello!'] }] },
		{
			name: 'Refunds to billing',
			event_name: 'message_created',
			conditions: [{ ...condition, query_operator: null }],
			actions: [{ action_name: 'assign_team', action_params: [2] }],
		},
	]);
	seeded('account.portal', [
		{ name: 'Acme help', slug: 'acme-help', color: '#1F93FF', header_text: 'How can we help?' },
		{ name: 'Acme developers', slug: 'acme-developers', homepage_link: 'https://acme.example' },
	]);
	seeded('account.webhook', [
		{ name: 'CRM', url: 'https://hooks.example/crm' },
		{ name: 'Chat room', url: 'https://hooks.example/room', subscriptions: ['message_created'] },
		{ url: 'https://hooks.example/old-system', subscriptions: ['conversation_created'] },
	]);
	const created_at = new Date(begin).toISOString();
	const [account] = seeded('platform.account', [
		{ ...sample('account.account.get'), id: 1, name: 'Acme Support', created_at },
		{ name: 'Globex Care' },
	]);
	rows['account.account'] = [account];
	seeded(
		'platform.account_user',
		agents.map(({ id, role }) => ({ user_id: id, role })),
	);
	return { rows, timings, links };
}
