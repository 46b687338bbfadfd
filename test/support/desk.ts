import type { IDataObject } from 'n8n-workflow';
import { at } from '../../nodes/shared/values';
import { recording, recordsOf, type Release } from '../../truth/recordings';
import { listen, type Answer, type Received } from './server';

type Row = IDataObject & { id: number };

/** A message as it is kept: lists show the whole seconds alone. */
type Written = Row & { conversation_id: number; moment: number };

const firstOf = (op: string, release: Release, name = 'ok') =>
	recordsOf(op, recording(op, name, release).response.body)[0];

const json = (body: unknown, status = 200): Answer => ({
	status,
	headers: { 'content-type': 'application/json' },
	body: JSON.stringify(body),
});

const whole = Math.floor;
const newest = <T extends Row>(rows: T[], key: string) =>
	[...rows].sort((one, other) => Number(other[key]) - Number(one[key]) || other.id - one.id);

/**
 * The lists of the service with a clock of their own: rows as they were recorded, in the orders and
 * pages of the recorded server. Unix times are seconds, with their fraction.
 */
export class Desk {
	now = 1_800_000_000;
	/** Nothing tells its contacts apart, so that no order of their list is fixed. */
	isBlurred = false;
	/** Rows of a page of conversations, which the operator of a server may set. */
	pageSize = 25;
	conversations: Row[] = [];
	messages: Written[] = [];
	/** The same by conversation, because thousands of requests read the messages of one. */
	private byConversation = new Map<number, Written[]>();
	contacts: Array<Row & { isListed: boolean }> = [];
	answers: Row[] = [];
	/** As the list of inboxes shows them. */
	inboxes: Row[] = [];
	/** Before each request: what happens meanwhile. An answer takes the place of the desk's. */
	meanwhile: (request: Received) => Answer | void = () => undefined;
	received: Received[] = [];

	private lastId = 1000;
	private open?: Awaited<ReturnType<typeof listen>>;
	private shown: Record<string, IDataObject>;

	constructor(private release: Release = '4.16') {
		this.shown = {
			conversation: firstOf('account.conversation.list', release),
			contact: firstOf('account.contact.list', release),
			message: firstOf('account.message.list', release),
			answer: firstOf('account.csat.list', release),
		};
	}

	async start(): Promise<string> {
		this.open = await listen((request) => this.meanwhile(request) ?? this.answer(request));
		this.received = this.open.received;
		return this.open.url;
	}

	async close(): Promise<void> {
		await this.open?.close();
	}

	/** No two changes have the same time to the millionth. */
	moment(): number {
		return (this.now += 1e-6);
	}

	conversation(changes: IDataObject = {}): Row {
		const now = this.moment();
		const row = {
			...structuredClone(this.shown.conversation),
			...{ id: this.conversations.length + 1, created_at: whole(now), updated_at: now },
			// The service counts from the beginning that somebody waits.
			...{ last_activity_at: whole(now), waiting_since: whole(now) },
			...{ last_non_activity_message: null, ...changes },
		};
		this.conversations.push(row);
		return row;
	}

	/** @param isKept whether it can be read at once; else with the function that is given */
	message(to: Row, changes: IDataObject = {}, isKept = true): { row: Written; keep: () => void } {
		const now = this.moment();
		const row = {
			...structuredClone(this.shown.message),
			...{ id: ++this.lastId, conversation_id: to.id, moment: now, created_at: whole(now) },
			...changes,
		} as Written;
		const keep = () => {
			this.messages.push(row);
			this.byConversation.set(to.id, [...(this.byConversation.get(to.id) ?? []), row]);
			// The time is that of the change, not that of its end.
			Object.assign(to, { updated_at: now, last_activity_at: whole(now) });
			const { moment: _, ...shown } = row;
			const type = shown.message_type;
			if (type !== 2) to.last_non_activity_message = shown;
			if (type === 0) to.waiting_since ||= shown.created_at;
			const isRule = at(shown, 'content_attributes.automation_rule_id') !== undefined;
			if (type === 1 && !shown.private && shown.sender && !isRule) to.waiting_since = 0;
		};
		if (isKept) keep();
		return { row, keep };
	}

	contact(isListed = true): Row & { isListed: boolean } {
		const id = ++this.lastId;
		const row = { ...structuredClone(this.shown.contact), id, created_at: this.now, isListed };
		this.contacts.push(row);
		return row;
	}

	rated(conversation: Row, rating: number): Row {
		const row = {
			...structuredClone(this.shown.answer),
			...{ id: ++this.lastId, message_id: ++this.lastId, conversation_id: conversation.id },
			...{ created_at: this.now, rating, feedback_message: '' },
		};
		this.answers.push(row);
		return row;
	}

	private page<T>(rows: T[], query: URLSearchParams, size: number): T[] {
		const end = Math.max(1, Number(query.get('page') ?? 1)) * size;
		return rows.slice(end - size, end);
	}

	private answer({ path, query: entries }: Received): Answer {
		const query = new URLSearchParams(entries);
		const [, list = '', id, inner] =
			/^\/api\/v1\/accounts\/1\/(\w+)(?:\/(\d+))?(?:\/(\w+))?$/.exec(path) ?? [];
		const number = Number(id);
		const conversation = this.conversations.find((row) => row.id === number);
		if (path === '/api') {
			const body = recording('transport', 'transport-api-root', this.release).response.body;
			const timestamp = new Date(whole(this.now) * 1000).toISOString().slice(0, 19);
			return json({ ...(body as IDataObject), timestamp: timestamp.replace('T', ' ') });
		}
		if (path === '/api/v1/profile')
			return json(recording('account.profile.get', 'ok', this.release).response.body);
		if (list === 'conversations' && inner === 'messages' && conversation)
			return json({ meta: {}, payload: this.messagesOf(conversation, query) });
		if (list === 'conversations' && conversation) return json(conversation);
		if (list === 'conversations' && !id) return json({ data: this.listOf(query) });
		if (list === 'inboxes') return json({ payload: this.inboxes });
		if (list === 'contacts') {
			const sort = query.get('sort') ?? '';
			// By the time alone contacts of one moment stand otherwise on each page, and by no key anyhow.
			const page = Number(query.get('page') ?? 1);
			const place = ({ id: rowId }: Row) =>
				(rowId * (sort.includes('email') && !this.isBlurred ? 1 : page) * 7919) % 10_007;
			const placed = [...this.contacts].sort((one, other) => place(one) - place(other));
			const all =
				sort === '-created_at'
					? placed.sort((one, other) => Number(other.created_at) - Number(one.created_at))
					: placed;
			const rows = all.filter(({ isListed }) => isListed);
			const payload = this.page(rows, query, 15).map(({ isListed: _, ...row }) => ({
				...row,
				created_at: whole(Number(row.created_at)),
			}));
			return json({ meta: { count: rows.length, current_page: 1 }, payload });
		}
		if (list === 'csat_survey_responses') {
			const order = query.get('sort') === '-created_at' ? 'created_at' : 'rating';
			const rows = this.page(newest(this.answers, order), query, 25);
			return json(rows.map((row) => ({ ...row, created_at: whole(Number(row.created_at)) })));
		}
		return json({ error: 'Resource could not be found' }, 404);
	}

	private listOf(query: URLSearchParams): IDataObject {
		const within = query.get('updated_within');
		const order = query.get('sort_by') === 'created_at_desc' ? 'created_at' : 'last_activity_at';
		const all = newest(this.conversations, order).filter(({ status }) =>
			['all', status].includes(query.get('status') ?? 'open'),
		);
		const meta = { mine_count: 0, assigned_count: 0, unassigned_count: 0, all_count: all.length };
		const payload = within
			? all.filter(({ updated_at }) => Number(updated_at) > this.now - Number(within))
			: this.page(all, query, this.pageSize);
		return { meta, payload };
	}

	private messagesOf({ id }: Row, query: URLSearchParams): IDataObject[] {
		const candidates = newest(this.byConversation.get(id) ?? [], 'moment').reverse();
		const [after, before] = ['after', 'before'].map((name) => query.get(name));
		const rows =
			after && before
				? candidates
						.filter((row) => row.id >= Number(after) && row.id < Number(before))
						.slice(0, 1000)
				: after
					? candidates.filter((row) => row.id > Number(after)).slice(0, 100)
					: candidates.filter((row) => !before || row.id < Number(before)).slice(-20);
		return rows.map(({ moment: _, ...row }) => row);
	}
}

/**
 * Opens a new desk for each test of a file, and closes it after the test.
 * @param begin gets the desk and its address
 */
export function deskForEach(begin: (desk: Desk, url: string) => void): void {
	let desk: Desk;
	beforeEach(async () => {
		desk = new Desk();
		begin(desk, await desk.start());
	});
	afterEach(async () => await desk.close());
}
