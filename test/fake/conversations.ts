import type { IDataObject } from 'n8n-workflow';
import { without } from '../../nodes/shared/values';
import { filtered, over, pick } from '../../sandbox/rows';
import { recording, recordingsOf, releases } from '../../truth/recordings';
import { recorded } from '../support/faults';
import { json } from '../support/run';
import { holds, inOrder, paged, pageIn, whole, type Row } from './lists';
import { sampleOf, type Records } from './records';
import { hasChange, recordedAs } from './releases';
import type { FakeRequest, Route } from './routes';

/** A conversation as lists and single replies show it. */
export function shownConversation(records: Records, row: Row): Row {
	const {
		contact_id,
		assignee_id: _,
		team_id: _team,
		...others
	} = whole(row, ...['created_at', 'last_activity_at', 'waiting_since']) as Row & {
		meta: IDataObject;
	};
	if (contact_id === undefined) return others;
	const contact = records.contacts.find(({ id }) => id === contact_id);
	const sender = contact ? without(contact, 'contact_inboxes') : null;
	return { ...others, meta: { ...others.meta, sender } };
}

/** `key_asc` and `key_desc` as `key` and `-key`. */
const keyOf = (sort: string) =>
	(sort.endsWith('_desc') ? '-' : '') + sort.replace(/_(asc|desc)$/, '');

/** What a request that creates a conversation sets: everything else is ignored. */
const NEW = ['inbox_id', 'contact_id', 'status', 'additional_attributes', 'custom_attributes'];

export function conversationRoutes(records: Records): Route[] {
	const { release } = records;
	const shown = (row: Row) => shownConversation(records, row);

	const page = (rows: Row[], query: FakeRequest['query'], sort = 'last_activity_at_desc') => {
		const number = pageIn(query);
		return paged(inOrder(rows, [keyOf(sort)], number), number, records.sizes.conversations);
	};

	/** With a text the count is that of the page, and it stays that of all assignees. */
	function listed(query: FakeRequest['query']) {
		const { q, status = 'open', inbox_id, source_id, assignee_type, updated_within } = query;
		const counted = records.conversations.filter(
			(row) =>
				(q !== undefined || status === 'all' || row.status === status) &&
				(!inbox_id || row.inbox_id === Number(inbox_id)) &&
				(!source_id || `source-${String(row.contact_id)}` === source_id) &&
				(!q || (records.messagesOf.get(row.id) ?? []).some(({ content }) => holds([content], q))),
		);
		const rows =
			assignee_type === 'unassigned' ? counted.filter((row) => !row.assignee_id) : counted;
		// All at once, whatever the page.
		const payload = updated_within
			? inOrder(
					rows.filter((row) => Number(row.updated_at) > records.now - Number(updated_within)),
					['-last_activity_at'],
				)
			: page(rows, query, query.sort_by);
		const all_count = q ? payload.length : counted.length;
		const unassigned_count = counted.filter((row) => !row.assignee_id).length;
		const assigned_count = counted.length - unassigned_count;
		return { meta: { mine_count: 0, assigned_count, unassigned_count, all_count }, payload };
	}

	/** Conversations whose messages hold the text, with those messages and little else. */
	function searched(query: FakeRequest['query']) {
		const { meta, payload } = listed({ ...query, status: 'all' });
		const { assigned_count: _, ...counts } = meta;
		return {
			meta: counts,
			payload: payload.map((row) => ({
				...over(sampleOf('account.conversation.search', release), whole(row, 'created_at')),
				contact: contactOf(row) ?? null,
			})),
		};
	}

	const contactOf = ({ contact_id }: Row) => records.contacts.find(({ id }) => id === contact_id);

	/** As it was recorded, a team by one release alone; nobody, for an id that was not. */
	function assigned(conversation: Row, body: IDataObject) {
		const [[key, value]] = Object.entries(body);
		const op = 'account.conversation.assign';
		const known = [recordedAs(release), ...releases]
			.flatMap((one) => recordingsOf(op, one))
			.find(({ request }) => JSON.stringify(request.body) === JSON.stringify(body));
		Object.assign(conversation, { [key]: known ? value : null });
		return known ? json(known.response.body) : recorded(op, `unknown-${key}`, recordedAs(release));
	}

	/** Routes to one conversation: 404 if there is none with that number. */
	const one = (
		end: string,
		answer: (conversation: Row, request: FakeRequest) => unknown,
	): Route => {
		const [method, path = ''] = end.split(' ');
		return [
			`${method} conversations/#${path && `/${path}`}`,
			(request) => {
				const row = records.conversations.find(({ id }) => id === request.ids[0]);
				return row && answer(row, request);
			},
		];
	};

	return [
		[
			'GET conversations',
			({ query }) => {
				const { meta, payload } = listed(query);
				return { data: { meta, payload: payload.map(shown) } };
			},
		],
		['GET conversations/search', ({ query }) => searched(query)],
		[
			'POST conversations/filter',
			({ query, body }) => {
				const conditions = body.payload as IDataObject[];
				const rows = filtered(records.conversations, conditions) as Row[];
				const sort = hasChange(release, 'filterSorts') ? query.sort_by : undefined;
				const unassigned_count = rows.filter((row) => !row.assignee_id).length;
				return {
					meta: { mine_count: 0, unassigned_count, all_count: rows.length },
					payload: page(rows, query, sort).map(shown),
				};
			},
		],
		[
			'POST conversations',
			({ body }) => shown(records.conversation(pick(body, NEW) as IDataObject)),
		],
		one('GET', shown),
		one('POST custom_attributes', (conversation, { body }) => {
			const isMerge = body.merge && hasChange(release, 'attributesMerge');
			const others = isMerge ? conversation.custom_attributes : {};
			const custom_attributes = Object.assign({}, others, body.custom_attributes) as IDataObject;
			return { custom_attributes: (conversation.custom_attributes = custom_attributes) };
		}),
		one('GET labels', ({ labels }) => ({ payload: labels })),
		one('POST labels', (conversation, { body: { labels } }) => ({
			payload: Object.assign(conversation, { labels }).labels,
		})),
		one('POST assignments', (conversation, { body }) => assigned(conversation, body)),
		one('POST toggle_priority', (conversation, { body }) => {
			conversation.priority = body.priority || null;
			return recorded('account.conversation.set_priority', 'ok', recordedAs(release));
		}),
		one('POST toggle_status', (conversation, { body: { status } }) => {
			conversation.status = status;
			const { body } = recording('account.conversation.toggle_status', 'ok', recordedAs(release))
				.response as { body: { payload: IDataObject } };
			const now = { conversation_id: conversation.id, current_status: status };
			return { payload: { ...body.payload, ...now } };
		}),
		// These pages have a size that nobody can set.
		[
			'GET search/conversations',
			({ query }) => {
				const sample = sampleOf('account.search.conversations', release);
				const rows = inOrder(records.conversations, ['-created_at']).filter((row) => {
					const contact = contactOf(row);
					return holds([row.id, contact?.name, contact?.email], query.q);
				});
				const conversations = paged(rows, pageIn(query), 15).map((row) => ({
					...over(sample, whole(row, 'created_at')),
					contact: contactOf(row),
					inbox: records.inboxes.find(({ id }) => id === row.inbox_id),
					message: records.messagesOf.get(row.id)?.at(0) ?? null,
				}));
				return { payload: { conversations } };
			},
		],
	];
}
