import { readList, readPage } from '../../shared/transport/pages';
import { CONTACTS } from '../../shared/vocabulary';
import { FEW, foundAs, type Watched } from './watched';

/** The service lists a contact once it is known by an email, a phone number or an identifier. */
export const contacts: Watched = {
	events: ['contact_created'],
	late: 3_600,
	read: async ({ send, account, from }) => {
		const request = {
			method: 'GET',
			path: `${account}/contacts`,
			query: { sort: '-created_at', include_contact_inboxes: 'false' },
		};
		const rows =
			from === undefined
				? (await readPage(send, request, CONTACTS)).rows.slice(0, FEW)
				: await readList(send, request, CONTACTS, 1, {
						isEnough: ({ created_at }) => Number(created_at) < from,
					});
		return rows
			.filter(({ created_at }) => Number(created_at) >= (from ?? 0))
			.map((row) => foundAs('contact_created', row, row, Number(row.created_at)));
	},
};
