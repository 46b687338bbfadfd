import type { IDataObject } from 'n8n-workflow';
import { fastClock } from '../../support/clock';
import { json, runAt } from '../../support/run';
import { listen } from '../../support/server';

/** Campaign → Get Metrics and Get Recipients, where they wait. */

fastClock();

const CAMPAIGN = '/api/v1/accounts/1/campaigns/4';

/** @param states of the campaign in turn, the last for good */
async function waiting(operation: string, states: IDataObject[], options: IDataObject = {}) {
	const replies = states.values();
	let state = states[0];
	const server = await listen(({ path }) => {
		if (path === '/api') return json({ version: '4.18.0' });
		if (path.endsWith('/metrics')) return json({ audience: 1, sent: 1, status_counts: {} });
		if (path.endsWith('/contacts'))
			return json({
				payload: [{ contact: { id: 3, name: 'Jörg' }, status: 'sent' }],
				meta: { total_count: 1 },
			});
		state = replies.next().value ?? state;
		return json({ id: 4, ...state });
	});
	const outcome = await runAt(server.url, operation, {
		...{ campaign_id: 4, returnAll: true },
		options: { wait_until_done: true, ...options },
	});
	await server.close();
	const paths = server.received.map(({ path }) => path);
	return {
		...outcome,
		looks: paths.filter((path) => path === CAMPAIGN).length,
		last: paths.at(-1),
	};
}

const ACTIVE = { campaign_status: 'active', completed_at: null };

test.each([
	['by its time', { campaign_status: 'processing', completed_at: 1_795_000_000 }],
	['by its status', { campaign_status: 'completed' }],
])('the recipients are read when the campaign is completed, %s', async (_, completed) => {
	const { items, looks, last } = await waiting('campaign.getRecipients', [
		...[ACTIVE, { ...ACTIVE, campaign_status: 'processing' }, completed],
	]);
	expect(looks).toBe(3);
	expect(last).toBe(`${CAMPAIGN}/analytics/contacts`);
	expect(items.map((item) => item.json)).toMatchObject([{ contact_id: 3, status: 'sent' }]);
});

test('without the option nothing is waited for', async () => {
	const options = { wait_until_done: false, wait_minutes: 3 };
	const { items, looks } = await waiting('campaign.getMetrics', [ACTIVE], options);
	expect(looks).toBe(0);
	expect(items.map((item) => item.json)).toMatchObject([{ campaign_id: 4, audience: 1 }]);
});

test('a campaign that takes longer is an error, and its recipients are not read', async () => {
	const { error, looks, last } = await waiting('campaign.getMetrics', [ACTIVE], {
		wait_minutes: 1,
	});
	expect(error?.message).toContain('Campaign 4 was not sent within 1 min: its status is active');
	expect(error?.description).toContain('Chatwoot begins when Scheduled At has passed');
	// One look every five seconds, the first at once.
	expect(looks).toBe(13);
	expect(last).toBe(CAMPAIGN);
});
