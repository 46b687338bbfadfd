import { account, operation, optional, period, zone } from '../../../shared/vocabulary';
import { channelsOf } from './parts/channels';

export const getFirstResponseTimeDistribution = operation({
	name: 'Get First Response Times for a Period',
	action: 'Get first response times for a period',
	gives: 'Returns one item per channel type with replies by how long they took',
	needs: { role: 'administrator', since: '4.11' },
	description: 'Channels without replies are left out',
	request: 'GET /api/v2/accounts/{account_id}/reports/first_response_time_distribution',
	path: [account()],
	query: period(),
	options: [optional(zone())],
	run: async ({ request, send }) => channelsOf(await send(request)),
});
