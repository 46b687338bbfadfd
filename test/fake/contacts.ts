import type { IDataObject } from 'n8n-workflow';
import { filtered } from '../../sandbox/rows';
import { recording } from '../../truth/recordings';
import { json } from '../support/run';
import type { Answer } from '../support/server';
import { shownConversation } from './conversations';
import { holds, inOrder, paged, pageIn, whole, type Row } from './lists';
import type { Records } from './records';
import { hasChange, recordedAs } from './releases';
import type { FakeRequest, Route } from './routes';

/** The keys that Chatwoot sorts by, in its own order: that of the request makes no difference. */
const SORT_KEYS = [
	...['email', 'name', 'phone_number', 'last_activity_at', 'created_at'],
	...['company_name', 'city', 'country'],
];

type Query = FakeRequest['query'];

const isListed = ({ email, phone_number, identifier }: Row) =>
	Boolean(email ?? phone_number ?? identifier);

/** As the service stores what is sent: email addresses in lower case. */
const stored = (body: IDataObject): IDataObject =>
	body.email ? { ...body, email: String(body.email).toLowerCase() } : body;

export function contactRoutes(records: Records): Route[] {
	const shown = (row: Row, { include_contact_inboxes: include = 'true' }: Query = {}) => {
		const { contact_inboxes, ...others } = whole(row, 'created_at', 'last_activity_at');
		return include === 'true' ? { ...others, contact_inboxes } : others;
	};

	const page = (rows: Row[], query: Query, number = pageIn(query)) => {
		const wanted = (query.sort ?? '').split(',');
		const keys = SORT_KEYS.flatMap(
			(key) => wanted.find((one) => one.replace('-', '') === key) ?? [],
		);
		return paged(inOrder(rows, keys, number), number, records.sizes.contacts);
	};

	const listed = (rows: Row[], query: Query) => ({
		meta: { count: rows.length, current_page: pageIn(query) },
		payload: page(rows, query).map((row) => shown(row, query)),
	});

	function found(query: Query) {
		const isFound = hasChange(records.release, 'searchFindsNames') ? () => true : isListed;
		const rows = records.contacts.filter(
			(row) =>
				isFound(row) && holds([row.name, row.email, row.phone_number, row.identifier], query.q),
		);
		const { meta, payload } = listed(rows, query);
		if (!hasChange(records.release, 'searchHasMore')) return { meta, payload };
		const has_more = page(rows, query, pageIn(query) + 1).length > 0;
		return { meta: { ...meta, count: payload.length, has_more }, payload };
	}

	/** Upper and lower case make two identifiers. */
	function refused(body: IDataObject, current?: Row): Answer | undefined {
		const sent = stored(body);
		const isTaken = (key: string) =>
			sent[key] && records.contacts.some((row) => row !== current && row[key] === sent[key]);
		const all = recording('account.contact.create', 'duplicate-three', recordedAs(records.release))
			.response.body as { message: string; attributes: string[] };
		const words = all.message.split(', ');
		const taken = [...all.attributes.entries()].filter(([, key]) => isTaken(key));
		if (taken.length === 0) return undefined;
		const message = taken.map(([index]) => words[index]).join(', ');
		return json({ message, attributes: taken.map(([, key]) => key) }, 422);
	}

	function created(body: IDataObject) {
		const { payload } = recording('account.contact.create', 'ok', recordedAs(records.release))
			.response.body as { payload: { contact: Row } };
		const { contact_inboxes } = payload.contact;
		const empty = { name: '', email: null, contact_inboxes, created_at: records.moment() };
		const contact = shown(records.contact({ ...empty, ...stored(body) }));
		return { payload: { ...payload, contact } };
	}

	/** Attributes are merged, everything else is replaced. */
	function updated(contact: Row, body: IDataObject) {
		const merged = Object.entries(stored(body)).map(([key, value]) => [
			key,
			key.endsWith('_attributes')
				? { ...(contact[key] as IDataObject), ...(value as IDataObject) }
				: value,
		]);
		return (
			refused(body, contact) ?? {
				payload: shown(Object.assign(contact, Object.fromEntries(merged)) as Row),
			}
		);
	}

	const contactAt = (id: unknown) => records.contacts.find((row) => row.id === id);

	return [
		['GET contacts', ({ query }) => listed(records.contacts.filter(isListed), query)],
		['GET contacts/search', ({ query }) => found(query)],
		[
			'POST contacts/filter',
			({ query, body }) =>
				listed(
					filtered(records.contacts.filter(isListed), body.payload as IDataObject[]) as Row[],
					query,
				),
		],
		[
			'GET contacts/#',
			({ ids: [id], query }) => {
				const contact = contactAt(id);
				return contact && { payload: shown(contact, query) };
			},
		],
		[
			'GET contacts/#/conversations',
			({ ids: [id] }) => {
				const rows = records.conversations.filter((row) => row.contact_id === id);
				const [key, most] = hasChange(records.release, 'contactShowsCreated')
					? ['-created_at', 25]
					: ['-last_activity_at', 20];
				const newest = inOrder(rows, [String(key)]).slice(0, Number(most));
				return { payload: newest.map((row) => shownConversation(records, row)) };
			},
		],
		['POST contacts', ({ body }) => refused(body) ?? created(body)],
		[
			'PUT contacts/#',
			({ ids: [id], body }) => {
				const contact = contactAt(id);
				return contact && updated(contact, body);
			},
		],
		[
			'POST actions/contact_merge',
			({ body }) => {
				const [base, mergee] = [body.base_contact_id, body.mergee_contact_id].map(contactAt);
				if (!base || !mergee) return undefined;
				records.merge(base, mergee);
				return shown(base, { include_contact_inboxes: 'false' });
			},
		],
	];
}
