import {
	account,
	asIs,
	byPage,
	campaign,
	NEWEST_FIRST,
	operation,
	optional,
	pick,
	records,
	simplified,
} from '../../../shared/vocabulary';
import { DELIVERY, ofWhatsApp, untilSent, waitUntilSent } from './parts/delivery';

/**
 * A contact is only once in a campaign, and a recipient has no ID: while a campaign starts, pages shift,
 * and the contact's ID tells rows that come twice. Chatwoot ignores an unknown status.
 */
export const getRecipients = operation({
	name: 'Get Recipients',
	action: 'Get the recipients of a campaign',
	gives: 'Returns one item per recipient: the contact, its status and what went wrong',
	needs: DELIVERY,
	description:
		'For WhatsApp campaigns, newest first. Campaigns from before Chatwoot 4.17 have no recipients.',
	request: 'GET /api/v1/accounts/{account_id}/campaigns/{campaign_id}/analytics/contacts',
	path: [account(), campaign()],
	query: [
		optional(
			pick(
				'status',
				{
					queued: 'Queued',
					sent: 'Sent',
					delivered: 'Delivered',
					read: 'Read',
					failed: 'Failed',
					skipped: 'Skipped',
				},
				{ hint: 'Delivered leaves out messages that were read. Default: all.' },
			),
		),
	],
	options: [optional(...untilSent())],
	reply: simplified(
		records('payload', byPage(25, NEWEST_FIRST, { total: 'meta.total_count', id: 'contact.id' })),
		{
			contact_id: 'contact.id',
			contact_name: 'contact.name',
			contact_phone: 'contact.phone_number',
			...asIs('status', 'message_content', 'error_code', 'error_title', 'error_message'),
		},
	),
	run: async (call) => {
		await waitUntilSent(call);
		return await ofWhatsApp(call.records());
	},
});
