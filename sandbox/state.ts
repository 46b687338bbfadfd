/** What the sandbox starts with: one account's data, the same ids and names at every start. */
import { catalogue, recording, recordsOf } from '../test/support/recordings';

/** One record, in the shape in which the service shows it. */
export type Row = Record<string, unknown>;

export interface State {
	/** All collections, by `surface.resource`. */
	rows: Record<string, Row[]>;
	/** The agents of a team, an inbox or a conversation. */
	members: Map<Row, Row[]>;
}

export const tokens = { user: 'sandbox-user', bot: 'sandbox-bot', platform: 'sandbox-platform' };

/** The recorded reply of an operation's case: real shapes instead of invented ones. */
export const sample = <T = Row>(operation: string, name = 'ok') =>
	recording(operation, name).response.body as T;

/** A new record: what was created in this recording, without what was sent for it. */
export function blank(name: string, shape = 'ok', now = Date.now()): Row {
	const operation = `${name}.create`;
	const { request, response } = recording(operation, shape);
	const row: Row = { ...recordsOf(operation, response.body)[0] };
	const sent = request.body as Row;
	const inside = sent[catalogue.get(operation)?.body_wrapper?.key ?? ''] ?? sent;
	for (const key of Object.keys(inside)) if (key in row && !/_type$/.test(key)) row[key] = null;
	if (row.account_id) row.account_id = 1;
	const times = /^(created|updated|timestamp|last_activity|waiting)/;
	for (const field of Object.keys(row).filter((name) => times.test(name))) {
		const number = typeof row[field] === 'number';
		row[field] = number ? Math.floor(now / 1000) : new Date(now).toISOString();
	}
	return row;
}

/** A contact's address in an inbox. */
export function link(source_id: unknown, inbox: Row): Row {
	const { id, avatar_url, channel_id, name, channel_type, provider } = inbox;
	return { source_id, inbox: { id, avatar_url, channel_id, name, channel_type, provider } };
}

/** A contact without what is shown only where it is asked for. */
export const person = ({ labels: _, contact_inboxes: _links, ...row }: Row): Row => row;

/** Who wrote a message. */
export const author = (row: Row, type: string): Row => ({ ...person(row), type });

const firstNames = 'Amara Bruno Chloe Dario Elena Farid Greta Hiro Ines Jo'.split(' ');
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
const questions = ['Where is my parcel?', 'Can I change my address?', 'Is the green one in stock?'];
const answers = ['Let me look into that.', 'Could you send me the number?', 'That is done now.'];

/** A fresh state; its conversations end at `now` (milliseconds) and reach three months back. */
export function createState(now = Date.now()): State {
	let seed = 4100; // Fixed, so that names, ids and figures are the same at every start.
	const random = () => (seed = (seed * 16807) % 2147483647) / 2147483647;
	const pick = <T>(list: T[]) => list[Math.floor(random() * list.length)];
	const present = Math.floor(now / 1000);
	const begin = now - 400 * 86_400_000;
	const rows: State['rows'] = { 'account.contact_note': [], 'account.custom_filter': [] };
	const seeded = (name: string, list: Row[]): Row[] => {
		const shape = blank(name, 'ok', begin);
		return (rows[name] = list.map((row, index) => ({ ...shape, id: index + 1, ...row })));
	};

	const staff = people.map(([name, email, role]) => ({ name, available_name: name, email, role }));
	const agents = seeded('account.agent', staff);
	const [api, website] = sample<{ payload: Row[] }>('account.inbox.list').payload;
	const inboxes = seeded('account.inbox', [
		{ ...website, id: 1, name: 'Website' },
		{ ...api, id: 2, name: 'Mobile app', inbox_identifier: 'acme-mobile-app' },
		{ ...sample('account.inbox.create', 'ok-email'), id: 3, email: 'support@acme.example' },
		{ ...website, id: 4, name: 'Shop', website_url: 'https://shop.acme.example' },
		{ ...api, id: 5, name: 'Partner portal', inbox_identifier: 'acme-partner-portal' },
	]);
	const persons = Array.from({ length: 60 }, (_, index) => {
		const name = `${firstNames[index % 10]} ${lastNames[Math.floor(index / 10)]}`;
		const [company_name, domain, city, country, country_code] = companies[index % 4];
		const email = `${name.replace(' ', '.').toLowerCase()}@${domain}`;
		const inbox = inboxes[(index + 1) % 5];
		const address = inbox.id === 3 ? email : `app-user-${index + 1}`;
		return {
			name,
			email,
			phone_number: `+141555501${String(index).padStart(2, '0')}`,
			identifier: `crm-${1001 + index}`,
			additional_attributes: { company_name, city, country, country_code },
			custom_attributes: { plan: ['free', 'team', 'pro'][index % 3] },
			created_at: present - (380 - index * 4) * 86_400,
			labels: index % 4 === 0 ? ['vip'] : index % 7 === 0 ? ['billing', 'bug'] : [],
			contact_inboxes: [link(address, inbox)],
		};
	});
	const contacts = seeded('account.contact', persons);

	const titles = ['billing', 'bug', 'refund', 'vip'];
	const messages: Row[] = [];
	const amount = 240;
	const step = (92 * 86_400) / amount;
	const conversations = Array.from({ length: amount }, (_, index) => {
		const id = index + 1;
		// The newest waits for an answer in the mobile app, so that its public address is stable.
		const newest = id === amount;
		const contact = newest ? contacts[0] : pick(contacts);
		const [{ inbox }] = contact.contact_inboxes as Array<{ inbox: Row }>;
		const worker = pick(shifts);
		const [, , , minutes, hours] = people[worker];
		const created_at = Math.floor(present - (amount - index) * step - random() * step);
		const answered = created_at + Math.round(minutes * 60 * (0.5 + random()));
		const followed = answered + Math.round(minutes * 60 * (0.3 + random()));
		const solved = created_at + Math.round(hours * 3600 * (0.4 + 1.2 * random())) + 1800;
		const resolved = !newest && solved < present && random() > 0.07;
		const taken = resolved || (!newest && followed < present && random() < 0.6);
		const times = [created_at, answered, answered + 60, followed + 60, solved];
		// The first one has more messages than a page.
		const turns = id === 1 ? 45 : resolved ? 5 : taken ? 4 : 1;
		for (let turn = 0; turn < turns; turn++) {
			const message_type = turn % 2;
			messages.push({
				content: pick(message_type ? answers : questions),
				message_type,
				sender: message_type ? author(agents[worker], 'user') : author(contact, 'contact'),
				conversation_id: id,
				inbox_id: inbox.id,
				created_at: times[turn] ?? solved + turn * 60,
			});
		}
		contact.last_activity_at = messages.at(-1)?.created_at;
		const meta = { sender: contact, channel: inbox.channel_type, hmac_verified: false };
		return {
			meta: taken ? { ...meta, assignee: agents[worker], assignee_type: 'User' } : meta,
			uuid: `00000000-0000-4000-8000-${String(id).padStart(12, '0')}`,
			inbox_id: inbox.id,
			labels: random() < 0.3 ? [pick(titles)] : [],
			status: resolved ? 'resolved' : newest ? 'open' : pick(['open', 'open', 'pending']),
			created_at,
			priority: pick([null, null, null, 'low', 'medium', 'high', 'urgent']),
		};
	});
	seeded('account.conversation', conversations);
	seeded('account.message', messages);

	seeded('account.agent_bot', [{ name: 'Helper bot', access_token: tokens.bot }]);
	const [support] = seeded('account.team', [{ name: 'support' }, { name: 'billing' }]);
	const labels = titles.map((title) => ({ title, show_on_sidebar: true }));
	seeded('account.label', labels);
	seeded('account.canned_response', [{ short_code: 'hello', content: 'How can we help?' }]);
	seeded('account.custom_attribute', [
		{ attribute_display_name: 'Plan', attribute_key: 'plan', attribute_model: 'contact_attribute' },
	]);
	seeded('account.automation_rule', [{ name: 'Welcome', conditions: [], actions: [] }]);
	seeded('account.portal', [{ name: 'Acme help', slug: 'acme-help', color: '#1F93FF' }]);
	seeded('account.webhook', [{ name: 'CRM', url: 'https://hooks.example/crm' }]);
	const account = { ...sample('account.account.get'), id: 1, name: 'Acme Support' };
	rows['account.account'] = rows['platform.account'] = [account];
	const teams = [support, ...inboxes].map((row): [Row, Row[]] => [row, agents]);
	return { rows, members: new Map(teams) };
}
