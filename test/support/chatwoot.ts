import type { IDataObject } from 'n8n-workflow';
import { isSince } from '../../nodes/shared/vocabulary/release';
import { json } from './run';
import type { Answer, Received } from './server';

/** What of Chatwoot changed after 4.16, as its public sources say; older releases as they were recorded. */

const NOT_FOUND = json({ status: 404, error: 'Not Found' }, 404);
const unprocessable = (error: string) => json({ error }, 422);

const AGENT = { id: 9, name: 'Grace', email: 'grace@acme.example', role: 'agent' };
const CAPTAIN = { id: 9, name: 'Cap' };

/** So many conversations and recipients, so that a list has two pages. */
const MANY = 30;

const numbers = Array.from({ length: MANY }, (_, index) => index + 1);

/** Later ones had their last activity earlier. */
const conversation = (id: number): IDataObject => ({
	id,
	inbox_id: 7,
	status: 'open',
	priority: null,
	labels: [],
	created_at: 1_795_000_000 + id,
	last_activity_at: 1_795_100_000 - id,
	meta: { sender: { id: 5, name: 'Jörg' }, assignee: null, team: null },
});

const entry = (id: number): IDataObject => ({
	id,
	auditable_id: id,
	auditable_type: id % 2 ? 'Team' : 'Inbox',
	username: 'ada@acme.example',
	action: 'create',
	audited_changes: { name: 'Größe' },
	created_at: 1_795_000_000 + id,
});

const recipient = (id: number): IDataObject => ({
	contact: { id, name: `Ann ${id}`, phone_number: null },
	status: id === 3 ? 'failed' : 'sent',
	message_content: `Hello Ann ${id}`,
	error_message: id === 3 ? 'Message undeliverable' : null,
});

const descending = (rows: IDataObject[], key: string) =>
	[...rows].sort((one, other) => Number(other[key]) - Number(one[key]));

const page = (rows: IDataObject[], query: URLSearchParams, size = 25) => {
	const number = Number(query.get('page') ?? 1);
	return rows.slice((number - 1) * size, number * size);
};

interface Condition {
	filter_operator: string;
	values: unknown[];
	query_operator: string | null;
}

/** A service that behaves as one release and edition. */
export class Chatwoot {
	readonly conversations = numbers.map(conversation);
	readonly entries = numbers.map(entry);
	/** One that is completed, sent through the WhatsApp inbox. */
	readonly campaigns: IDataObject[] = [
		{
			...{ id: 4, title: 'Frühling', campaign_type: 'one_off', campaign_status: 'completed' },
			...{ inbox: { id: 4 }, template_params: { name: 'order_update' } },
		},
	];
	/** Message 1 failed, message 2 was delivered. */
	readonly messages: IDataObject[] = [
		{ id: 1, status: 'failed' },
		{ id: 2, status: 'delivered' },
	];
	/** How often each message was sent again. */
	readonly sentAgain: number[] = [];

	constructor(
		private readonly version: string | undefined,
		private readonly edition: 'enterprise' | 'community' = 'enterprise',
		/** A server that takes every assignment for one to an agent, whatever else it says. */
		private readonly assignsAgents = false,
	) {}

	private is(release: string): boolean {
		return isSince(this.version, release);
	}

	readonly answer = ({ method, path, query: entries, body: raw }: Received): Answer => {
		const query = new URLSearchParams(entries);
		const body = (raw.length ? JSON.parse(raw.toString()) : {}) as IDataObject;
		const [, list, id, inner] =
			/^\/api\/v1\/accounts\/1\/(.+?)(?:\/(\d+))?(?:\/(.+))?$/.exec(path) ?? [];
		if (path === '/api') return json({ ...(this.version ? { version: this.version } : {}) });
		const known = this.conversations.find((one) => one.id === Number(id));
		switch (`${method} ${list} ${(inner ?? '').replace(/\d+/, '#')}`) {
			case 'POST conversations assignments':
				return json(this.assigned(known as IDataObject, body));
			case 'GET conversations inbox_assistant':
				return this.edition === 'enterprise' ? json({ assistant: CAPTAIN }) : NOT_FOUND;
			case 'GET conversations ':
				return json(known);
			case 'POST conversations filter':
				return this.filtered(query, body.payload as unknown as Condition[]);
			case 'POST conversations toggle_priority':
				return this.prioritized(known as IDataObject, body);
			case 'PATCH conversations ':
				// Without the feature the SLA policy is dropped in silence.
				return json({ ...known, ...(this.is('4.17') ? {} : body) });
			case 'POST conversations ':
				return this.is('4.18') && body.inbox_id === 8
					? json({ error: 'Resource could not be found' }, 404)
					: json({ ...conversation(99), inbox_id: 7 });
			case 'GET contacts conversations': {
				const key = this.is('4.18') ? 'created_at' : 'last_activity_at';
				const most = this.is('4.18') ? 25 : 20;
				return json({ payload: descending(this.conversations, key).slice(0, most) });
			}
			case 'GET conversations messages': {
				const after = Number(query.get('after'));
				return json({ meta: {}, payload: this.messages.filter((one) => one.id === after) });
			}
			case 'POST conversations messages/#/retry':
				return json(this.retried(Number(/\d+(?=\/retry)/.exec(path)?.[0])));
			case 'GET audit_logs ':
				return json(this.audited(query));
			case 'GET campaigns ':
				return json(this.campaigns);
			case 'GET campaigns analytics/metrics':
				if (!this.is('4.17') || this.edition === 'community') return NOT_FOUND;
				return json({ audience: MANY, sent: MANY - 1, failed: 1, status_counts: { queued: 0 } });
			case 'GET campaigns analytics/contacts':
				return this.recipients(query);
			case 'POST automation_rules ': {
				const { execution_delay: delay, ...others } = body;
				const kept = this.is('4.17') ? { execution_delay: delay ?? null } : {};
				return json({ id: 3, ...others, ...kept });
			}
			case 'GET assignable_agents ': {
				const agent = { ...AGENT, assignee_type: 'User' };
				const assistant = { ...CAPTAIN, assignee_type: 'Captain::Assistant' };
				const all = this.is('4.18') && query.get('include_ai_assignees');
				return json({ payload: all ? [agent, assistant] : [agent] });
			}
			case 'POST inboxes rotate_hmac_token':
				return this.is('4.18') ? json({ id: 7, hmac_token: 'new' }) : NOT_FOUND;
			case 'GET csat_survey_responses download': {
				const guard = this.is('4.17') ? "'" : '';
				const text = `Agent,Feedback\n${guard}=1+1,fine\n`;
				return { status: 200, headers: { 'content-type': 'text/csv' }, body: text };
			}
			default:
				return NOT_FOUND;
		}
	};

	/** @returns what the request gives: the assignee */
	private assigned(to: IDataObject, { assignee_type: type, assignee_id: id }: IDataObject) {
		const meta = to.meta as IDataObject;
		const isKnown = this.is('4.18') && this.edition === 'enterprise' && !this.assignsAgents;
		if (type === 'Captain::Assistant' && isKnown) {
			if (id !== CAPTAIN.id) return null;
			to.status = 'pending';
			Object.assign(meta, { assignee: CAPTAIN, assignee_type: type });
			return CAPTAIN;
		}
		Object.assign(meta, { assignee: AGENT, assignee_type: 'User' });
		return AGENT;
	}

	private filtered(query: URLSearchParams, conditions: Condition[]): Answer {
		const { filter_operator: operator, values, query_operator: joint } = conditions.at(-1) ?? {};
		if (this.is('4.17') && joint) return unprocessable('query_operator of the last condition');
		const days = Number(values?.[0]);
		const isDay = Number.isInteger(days) && days >= 1 && days <= 998;
		if (this.is('4.17') && operator === 'days_before' && !isDay)
			return unprocessable('days_before');
		if (this.is('4.18') && values?.some((value) => typeof value === 'object'))
			return unprocessable('values');
		const isByCreation = this.is('4.18') && query.get('sort_by') === 'created_at_asc';
		const rows = isByCreation
			? this.conversations
			: descending(this.conversations, 'last_activity_at');
		return json({ meta: { all_count: MANY }, payload: page(rows, query) });
	}

	private prioritized(to: IDataObject, body: IDataObject): Answer {
		const words = [null, 'low', 'medium', 'high', 'urgent'];
		const isRight = 'priority' in body && words.includes(body.priority as string | null);
		if (!isRight && this.is('4.18')) return unprocessable('priority');
		if (!isRight && 'priority' in body) return json({ status: 500 }, 500);
		to.priority = body.priority ?? null;
		return json('');
	}

	private retried(id: number): IDataObject | undefined {
		const message = this.messages.find((one) => one.id === id);
		if (message && (message.status === 'failed' || !this.is('4.18'))) {
			this.sentAgain.push(id);
			message.status = 'sent';
			message.source_id = 'sent-again';
		}
		return message;
	}

	private audited(query: URLSearchParams): IDataObject {
		const all = descending(this.entries, 'created_at');
		const types = query.getAll('types[]');
		const [since, until] = ['since', 'until'].map((name) => Number(query.get(name)));
		const isWanted = ({ auditable_type: type, created_at: time }: IDataObject) =>
			(!types.length || types.includes(String(type))) &&
			(!since || Number(time) >= since) &&
			(!until || Number(time) < until);
		const found = this.is('4.17') ? all.filter(isWanted) : all;
		if (this.is('4.17') && query.get('sort') === 'asc') found.reverse();
		const size = this.is('4.16') ? 25 : 15;
		const total = { per_page: size, total_entries: found.length };
		return { ...total, audit_logs: page(found, query, size) };
	}

	/** While a campaign starts, a recipient that is new moves the others to the next page. */
	private recipients(query: URLSearchParams): Answer {
		if (!this.is('4.17') || this.edition === 'community') return NOT_FOUND;
		const status = query.get('status');
		const all = descending(
			numbers.map((id) => ({ ...recipient(id), id })),
			'id',
		).map(({ id: _, ...row }): IDataObject => row);
		const found = all.filter((row) => !status || row.status === status);
		const number = Number(query.get('page') ?? 1);
		const shift = number > 1 ? 1 : 0;
		const begin = (number - 1) * 25 - shift;
		return json({
			payload: found.slice(begin, begin + 25),
			meta: { current_page: number, total_count: found.length },
		});
	}
}
