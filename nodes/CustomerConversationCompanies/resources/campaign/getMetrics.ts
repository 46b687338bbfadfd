import {
	account,
	asIs,
	campaign,
	inside,
	operation,
	optional,
	record,
	simplified,
} from '../../../shared/vocabulary';
import { DELIVERY, ofWhatsApp, untilSent, waitUntilSent } from './parts/delivery';

/** `delivered` of the reply includes read messages, `sent` every message that WhatsApp accepted. */
export const getMetrics = operation({
	name: 'Get Metrics',
	action: 'Get the delivery metrics of a campaign',
	gives: 'Returns how many recipients got, read or missed the message',
	needs: DELIVERY,
	description:
		'For WhatsApp campaigns. sent includes messages that failed later, and delivered includes messages that were read. Campaigns from before Chatwoot 4.17 have only zeros.',
	request: 'GET /api/v1/accounts/{account_id}/campaigns/{campaign_id}/analytics/metrics',
	path: [account(), campaign()],
	options: [optional(...untilSent())],
	reply: simplified(record(), {
		...asIs('campaign_id', 'audience', 'sent', 'delivered', 'read', 'failed', 'skipped'),
		...inside('status_counts', asIs('queued')),
	}),
	run: async (call) => {
		await waitUntilSent(call);
		const [metrics] = await ofWhatsApp(call.records());
		return [{ campaign_id: Number(call.values.campaign_id), ...metrics }];
	},
});
