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
 * Without an order that is unique, the service's pages repeat and miss contacts. Company, city and
 * country are not offered: the service puts any second key before them.
 */
export const order = (): Part =>
	sort(['name', 'email', 'phone_number', 'created_at', 'last_activity_at'], {
		hint: "With Last Activity, contacts that are active while a long list is read can be missed. For city, country or company, use n8n's Sort node.",
	});

export const includeInboxes = () =>
	flag('include_contact_inboxes', {
		hint: "Whether to include each contact's inboxes; only without Simplify",
		default: true,
	});

export const withLabels = (): Part =>
	optional(
		labels('labels', { hint: 'Only contacts with at least one of these labels' }),
		includeInboxes(),
	);
