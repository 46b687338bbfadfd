import { flag, optional, sort, text, textsOf } from '../../../shared/fields';
import { account } from '../../../shared/locators';
import { byPage, operation, records } from '../../../shared/operation';

/** Finds only contacts that have an e-mail, a phone number or an identifier. */
export const search = operation({
	name: 'Search',
	action: 'Search contacts',
	request: 'GET /api/v1/accounts/{account_id}/contacts/search',
	path: [account()],
	query: [
		text('q', {
			label: 'Search Text',
			hint: 'Found anywhere in name, e-mail, phone number, identifier or company; only the identifier minds upper and lower case',
		}),
		sort(['name', 'email', 'phone_number', 'created_at', 'last_activity_at'], {
			hint: 'By Last Activity a contact that is active while a long list is read moves, and can be missed',
		}),
		optional(
			textsOf('labels', { hint: 'Only contacts with any of these labels, separated by commas' }),
			flag('include_contact_inboxes', {
				hint: 'Whether each contact lists its inboxes',
				default: true,
			}),
		),
	],
	reply: records('payload', byPage(15, 'meta.count')),
});
