import { DateTime } from 'luxon';
import { CONTACTS_AGAIN, type Request } from '../vocabulary';

const dayOf = (moment: number, away: number) =>
	DateTime.fromSeconds(moment, { zone: 'UTC' }).plus({ days: away }).toISODate();

/**
 * The request for contacts created in a period, in an order that works for imports: all contacts of an import have
 * the same time of creation, so lists sorted by time repeat some and leave out others. The result may include
 * contacts of the day before and after.
 * @param account path of the account
 * @param since Unix time in seconds, as `until`
 * @param labels only contacts with any of these
 */
export function createdContacts(
	account: string,
	{ since, until, labels = [] }: { since: number; until: number; labels?: string[] },
): Request {
	// Two days more, because the date counts in the time zone of the server.
	const days = [
		{ attribute_key: 'created_at', filter_operator: 'is_greater_than', values: [dayOf(since, -2)] },
		{ attribute_key: 'created_at', filter_operator: 'is_less_than', values: [dayOf(until, 2)] },
	];
	// A condition accepts one label, and AND is evaluated before OR.
	const groups = labels.length
		? labels.map((label) => [
				...days,
				{ attribute_key: 'labels', filter_operator: 'equal_to', values: [label] },
			])
		: [days];
	const payload = groups.flatMap((group, index) =>
		group.map((condition, place) => ({
			...condition,
			query_operator: place < group.length - 1 ? 'AND' : index < groups.length - 1 ? 'OR' : null,
		})),
	);
	return {
		method: 'POST',
		path: `${account}/contacts/filter`,
		query: { ...CONTACTS_AGAIN.query, include_contact_inboxes: 'false' },
		body: { payload },
		reads: true,
	};
}
