import {
	CONTACT,
	CONTACTS,
	flag,
	labels,
	optional,
	simplified,
	sort,
	type Part,
} from '../../../../shared/vocabulary';

/** What lists of contacts share. */
export const reply = simplified(CONTACTS, CONTACT);

/**
 * Without an order, and among equal values, the service's pages repeat and miss contacts. By company,
 * city or country it cannot give whole lists: it puts any second key before them.
 */
export const order = (): Part =>
	sort(['name', 'email', 'phone_number', 'created_at', 'last_activity_at'], {
		hint: "By Last Activity a contact that is active while a long list is read moves, and can be missed. For city, country and company take n8n's Sort node.",
	});

export const includeInboxes = () =>
	flag('include_contact_inboxes', {
		hint: 'Whether each contact lists its inboxes; without Simplify only',
		default: true,
	});

export const withLabels = (): Part =>
	optional(labels('labels', { hint: 'Only contacts with any of these labels' }), includeInboxes());
