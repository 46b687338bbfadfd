import { DateTime } from 'luxon';
import { CONTACTS_AGAIN, type Request } from '../vocabulary';

const dayOf = (moment: number, away: number) =>
	DateTime.fromSeconds(moment, { zone: 'UTC' }).plus({ days: away }).toISODate();

/**
 * Asks for the contacts of some days, in an order that tells those of an import apart: they all have
 * one time of creation, and the service's lists by time repeat some and leave others out. It may give
 * those of the day before and after, too.
 * @param account path of the account
 * @param since Unix time in seconds, as `until`
 * @param labels only contacts with any of these
 */
export function createdContacts(
	account: string,
	{ since, until, labels = [] }: { since: number; until: number; labels?: string[] },
): Request {
	// Two days: what counts is the date in the time zone of the service.
	const days = [
		{ attribute_key: 'created_at', filter_operator: 'is_greater_than', values: [dayOf(since, -2)] },
		{ attribute_key: 'created_at', filter_operator: 'is_less_than', values: [dayOf(until, 2)] },
	];
	// A condition takes one label, and AND binds closer than OR.
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
