/** The data of one account that the sandbox starts with. Ids and names are the same at every start. */
import { catalogue, recording, recordsOf } from '../truth/recordings';
import people from './people.json';
import { iso, over, type Row, type Rows } from './rows';

export const tokens = { user: 'sandbox-user', bot: 'sandbox-bot', platform: 'sandbox-platform' };

/** The recorded reply of an operation's case, so that records have real fields. */
const sample = <T = Row>(operation: string, name = 'ok') =>
	recording(operation, name).response.body as T;

/** The first record in a recorded reply. */
export const recorded = (operation: string, name?: string): Row =>
	recordsOf(operation, sample(operation, name))[0];

/** A new record: the one from the recorded `create`, without the values that its request sent. */
export function blank(name: string): Row {
	const operation = `${name}.create`;
	const sent = recording(operation, 'ok').request.body as Row;
	const inside = (sent[catalogue.get(operation)?.body_wrapper?.key ?? ''] ?? sent) as Row;
	const fields = Object.entries(recorded(operation)).map(([field, value]) => {
		if (field === 'account_id') return [field, 1];
		if (field in inside && !/_type$/.test(field)) return [field, null];
		if (!/^(created|updated|timestamp|last_act|waiting)(?!_by)/.test(field)) return [field, value];
		const now = Math.floor(Date.now() / 1000);
		return [field, typeof value === 'number' ? now : iso(now)];
	});
	return Object.fromEntries(fields) as Row;
}

/** An entry of `contact_inboxes`: the inbox, and the id of the contact there. */
export function link(source_id: unknown, inbox: Row): Row {
	const { id, avatar_url, channel_id, name, channel_type, provider } = inbox;
	return { source_id, inbox: { id, avatar_url, channel_id, name, channel_type, provider } };
}

/** A contact without the fields that only some replies include. */
export const person = ({ labels: _, contact_inboxes: _links, ...row }: Row): Row => row;

/** The contact, assignee, team and channel of a conversation. */
export const metaOf = ({ meta }: Row) =>
	meta as { sender: Row; assignee?: Row; assignee_type?: string; team?: Row; channel: string };

/** The recorded case of `account.message.create` for each type of author. */
const authors = { contact: 'ok-full', user: 'ok', agent_bot: 'as-bot' };

/** The author of a message, with the fields that the recorded case has. */
export function author(row: Row, type: keyof typeof authors): Row {
	const { sender } = sample<{ sender: Row }>('account.message.create', authors[type]);
	return over(sender, { ...row, type });
}

/** New data for one sandbox. The conversations reach three months back. */
export function createState(): Rows {
	let seed = 4100; // Fixed, so that names, ids and figures are the same at every start.
	const random = () => {
		seed = (seed * 16807) % 2147483647;
		return seed / 2147483647;
	};
	const pick = <T>(list: T[]) => list[Math.floor(random() * list.length)];
	const present = Math.floor(Date.now() / 1000);
	const rows: Rows = { 'account.webhook': [], 'account.dashboard_app': [] };
	const seeded = (name: string, list: Row[]): Row[] => {
		const shape = blank(name);
		rows[name] = list.map((row, index) => ({ ...shape, id: index + 1, ...row }));
		return rows[name];
	};

	const staff = people.agents.map(({ minutes: _, hours: __, ...one }) => {
		return { ...one, available_name: one.name };
	});
	const agents = seeded('account.agent', staff);
	const teams = seeded('account.team', [{ name: 'support' }, { name: 'billing' }]);
	const [api, website] = sample<{ payload: Row[] }>('account.inbox.list').payload;
	const app = { inbox_identifier: 'acme-mobile-app', csat_survey_enabled: true };
	const inboxes = seeded('account.inbox', [
		{ ...website, id: 1, name: 'Website' },
		{ ...api, ...app, id: 2, name: 'Mobile app', webhook_url: null },
		{ ...sample('account.inbox.create', 'ok-email'), id: 3, email: 'support@acme.example' },
		{ ...recorded('account.inbox.get', 'whatsapp'), ...people.whatsapp, id: 4 },
	]);
	const labelsOf = (index: number) => {
		if (index % 4 === 0) return ['vip'];
		return index % 7 === 0 ? ['billing', 'bug'] : [];
	};
	const persons = Array.from({ length: 60 }, (_, index) => {
		const name = `${people.firstNames[index % 10]} ${people.lastNames[Math.floor(index / 10)]}`;
		const { domain, ...company } = people.companies[index % 4];
		const email = `${name.replace(' ', '.').toLowerCase()}@${domain}`;
		return {
			name,
			email,
			additional_attributes: company,
			identifier: `crm-${1001 + index}`,
			phone_number: `+141555501${String(index).padStart(2, '0')}`,
			custom_attributes: { plan: ['free', 'team', 'pro'][index % 3] },
			created_at: present - (380 - index * 4) * 86_400,
			labels: labelsOf(index),
			contact_inboxes: [link(`app-user-${index + 1}`, inboxes[(index + 1) % 3])],
		};
	});
	const contacts = seeded('account.contact', persons);

	const messages: Row[] = [];
	const conversations = Array.from({ length: 240 }, (_, index) => {
		const id = index + 1;
		// The newest is an unanswered one of the first contact, who writes in the mobile app:
		// its public address is the same at every start.
		const isNewest = id === 240;
		const contact = isNewest ? contacts[0] : pick(contacts);
		const [{ inbox }] = contact.contact_inboxes as Array<{ inbox: Row }>;
		const worker = pick(people.shifts);
		const { minutes, hours } = people.agents[worker];
		const created_at = Math.floor(present - (240 - index - random()) * 33_000);
		// The first conversation has more messages than fit on a page.
		const turns = { 1: 45, 240: 1 }[id] ?? 5;
		let at = created_at;
		let turn = 0;
		for (; turn < turns && at < present; turn++) {
			const isAnswer = turn % 2 === 1;
			messages.push({
				message_type: isAnswer ? 1 : 0,
				content: pick(isAnswer ? people.answers : people.questions),
				sender: isAnswer ? author(agents[worker], 'user') : author(contact, 'contact'),
				conversation_id: id,
				inbox_id: inbox.id,
				created_at: at,
			});
			at += Math.round((isAnswer ? hours * 1800 : minutes * 60) * (0.5 + random()));
		}
		const isResolved = turn > 4 && random() > 0.07;
		const meta = { sender: contact, channel: inbox.channel_type };
		const assignment = { assignee: agents[worker], assignee_type: 'User', team: teams[worker % 2] };
		const statusNow = () => {
			if (isResolved) return 'resolved';
			return isNewest ? 'open' : pick(['open', 'open', 'pending']);
		};
		return {
			meta: turn > 1 ? { ...meta, ...assignment } : meta,
			uuid: `00000000-0000-4000-8000-${String(id).padStart(12, '0')}`,
			inbox_id: inbox.id,
			created_at,
			labels: random() < 0.3 ? [pick(people.kept.label).title] : [],
			status: statusNow(),
			priority: pick([null, null, null, 'low', 'medium', 'high', 'urgent']),
		};
	});
	seeded('account.conversation', conversations);
	seeded('account.message', messages);
	for (const [name, list] of Object.entries(people.kept)) seeded(`account.${name}`, list);
	seeded('account.agent_bot', [{ name: 'Helper bot', access_token: tokens.bot }]);
	rows['platform.agent_bot'] = rows['account.agent_bot'];
	rows['platform.account'] = [{ ...sample('account.account.get'), id: 1, name: 'Acme Support' }];
	rows['account.account'] = rows['platform.account'];
	seeded('platform.user', [{ ...staff[0], access_token: tokens.user }]);
	seeded('platform.account_user', [{ user_id: 1, role: 'administrator' }]);
	return rows;
}
