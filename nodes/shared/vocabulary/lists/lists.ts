import type { IDataObject } from 'n8n-workflow';
import { unchanged } from '../../values';
import { byPage, records, type Again, type Order } from '../reply';
import { byConversationSort, byParameter } from './sorting';

/** Long lists of an account with their order, shared by operations, tasks, exports and locators. */

/** Why no two records that are created one by one have the same time of creation. */
const MADE_ONE_BY_ONE = 'made one by one, and times have microseconds';

/** Newest records first. */
export const NEWEST_FIRST: Order = { by: 'created_at desc', unique: MADE_ONE_BY_ONE, front: true };

/** Oldest records first. */
export const OLDEST_FIRST: Order = { by: 'created_at', unique: MADE_ONE_BY_ONE };

/** A list without a defined order: Chatwoot's database may return its rows in any order. */
export const UNORDERED: Order = { by: 'none' };

/**
 * All contacts of an import have the same time of creation, but email addresses and phone numbers are unique
 * in an account. Chatwoot always sorts by `email` first, so the node sorts the complete list itself.
 */
export const CONTACTS_AGAIN = {
	query: { sort: 'email,phone_number,name,created_at,last_activity_at' },
	order: { by: 'email, name, phone_number, last_activity_at, created_at' },
	sort: byParameter('email', 'phone_number'),
} satisfies Again;

const contactOrder = (query: IDataObject): Order => ({
	...(query.sort === CONTACTS_AGAIN.query.sort
		? CONTACTS_AGAIN.order
		: {
				by: 'the chosen key, then created_at',
				again: CONTACTS_AGAIN,
			}),
	advice:
		'Contacts without an email address or phone number that share name and creation time have no fixed order. Filter for fewer contacts, or run it again.',
});

/** Since 4.11 a search counts only the rows of the page, and says whether more follow. */
export const CONTACTS = records(
	'payload',
	byPage(15, contactOrder, { total: 'meta.count', more: 'meta.has_more' }),
);

export const COMPANIES = records(
	'payload',
	byPage(
		25,
		{
			by: 'the chosen key, then created_at',
			again: {
				query: { sort: 'name,domain,created_at' },
				order: { by: 'name, domain, created_at', unique: 'a domain belongs to one company' },
				sort: byParameter('name', 'domain', 'created_at'),
			},
		},
		{ total: 'meta.total_count' },
	),
);

/** A new message moves a conversation in every order except by time of creation. */
const conversationOrder = ({ sort_by = 'last_activity_at_desc' }: IDataObject): Order => {
	if (sort_by === 'created_at_desc') return NEWEST_FIRST;
	if (sort_by === 'created_at_asc') return OLDEST_FIRST;
	return {
		by: `${String(sort_by)}`,
		...(sort_by === 'last_activity_at_desc' ? { front: true } : {}),
		again: {
			query: { sort_by: 'created_at_desc' },
			order: NEWEST_FIRST,
			sort: byConversationSort,
		},
	};
};

/** With this period Chatwoot sends all conversations in one reply. Hundreds take it seconds. */
const AT_ONCE: Order['atOnce'] = {
	query: { updated_within: '3000000000' },
	order: { by: 'the chosen key' },
	whole: true,
	sort: unchanged,
	most: 250,
};

/** Conversations listed with GET, which can come in one piece. */
export const listedOrder = (query: IDataObject): Order => ({
	...conversationOrder(query),
	atOnce: AT_ONCE,
	...(query.status === 'all' && Object.keys(query).every((key) => UNFILTERED.includes(key))
		? // No change brings a conversation into the list of all.
			{ times: ['created_at'] }
		: {}),
});

/** Parameters of a list with all conversations of the account. */
const UNFILTERED = ['status', 'sort_by'];

/** With the parameters in `unless` the total is that of the page, or of all assignees. */
export const CONVERSATIONS = records(
	'data.payload',
	byPage(25, listedOrder, {
		total: 'data.meta.all_count',
		settable: true,
		unless: ['assignee_type', 'q'],
	}),
);

/** Conversations with a new message move to the front. Chatwoot accepts another order since 4.18. */
export const FILTERED_CONVERSATIONS = records(
	'payload',
	byPage(
		25,
		(query) =>
			query.sort_by ? conversationOrder(query) : { by: 'last_activity_at desc', front: true },
		{ total: 'meta.all_count' },
	),
);

/** In a category by position, otherwise by last change. With the parameters in `unless` the total is wrong. */
export const ARTICLES = records(
	'payload',
	byPage(
		25,
		({ category_slug: category }) =>
			category
				? {
						by: 'position',
						advice: 'Positions are counted per language: choose a language or a category.',
					}
				: { by: 'updated_at desc', front: true },
		{ total: 'meta.articles_count', unless: ['status', 'author_id'] },
	),
);

/** Categories. Their total is only that of the page. */
export const CATEGORIES = records('payload', byPage(1000, { by: 'position' }));

export const NOTIFICATIONS = records(
	'data.payload',
	byPage(
		15,
		({ sort_order: order }) =>
			order === 'asc' ? { by: 'last_activity_at' } : { by: 'last_activity_at desc', front: true },
		{ total: 'data.meta.count' },
	),
);

export const FAQS = records('payload', byPage(25, NEWEST_FIRST, { total: 'meta.total_count' }));

export const DOCUMENTS = records(
	'payload',
	byPage(
		25,
		({ sort }) =>
			sort === 'recently_created' ? NEWEST_FIRST : { by: 'updated_at desc', front: true },
		{ total: 'meta.total_count' },
	),
);

export const COPILOT_THREADS = records('payload', byPage(5, NEWEST_FIRST));

export const COPILOT_MESSAGES = records('payload', byPage(1000, OLDEST_FIRST));

/** Attachments of these types have no file: their URL, if any, is that of a web page. */
export const WITHOUT_FILE = ['location', 'contact', 'fallback', 'share', 'embed'];

/** Files of a conversation or of a contact, newest first. */
export const ATTACHMENTS = records(
	'payload',
	byPage(100, NEWEST_FIRST, { total: 'meta.total_count' }),
);

export const CSAT_ANSWERS = records(
	'',
	byPage(25, ({ sort }) => (sort === 'created_at' ? OLDEST_FIRST : NEWEST_FIRST)),
);
