import { createdContacts } from '../../shared/tasks/createdContacts';
import { readList } from '../../shared/transport/pages';
import { CONTACTS } from '../../shared/vocabulary';
import { foundAs, rowsSince, type Watched } from './watched';

/** Contacts: Chatwoot lists a contact when it has an email, a phone number or an identifier. */
export const contacts: Watched = {
	events: ['contact_created'],
	late: 3_600,
	read: async (pollQuery) => {
		const { send, account, places, now } = pollQuery;
		const request = {
			method: 'GET',
			path: `${account}/contacts`,
			query: { sort: '-created_at', include_contact_inboxes: 'false' },
		};
		const rows = await rowsSince(
			pollQuery,
			request,
			CONTACTS,
			async (since) =>
				await readList(send, createdContacts(account, { since, until: now }), CONTACTS, places),
		);
		return rows.map((row) => foundAs('contact_created', row, row, Number(row.created_at)));
	},
};
