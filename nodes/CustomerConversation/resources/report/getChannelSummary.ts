import { account, operation, optional, period, zone } from '../../../shared/vocabulary';
import { channelsOf } from './parts/channels';
import { compareWith } from './parts/compare';
import { summaryRows } from './parts/rows';

/** The service also accepts business hours here, but they have no effect. */
export const getChannelSummary = operation({
	name: 'Get Summary by Channel for a Period',
	action: 'Get a summary by channel for a period',
	gives: 'Returns one item per channel type with conversations by current status',
	needs: { role: 'administrator', since: '4.10' },
	description: 'Counts conversations created in the period, which can be at most six months long',
	request: 'GET /api/v2/accounts/{account_id}/summary_reports/channel',
	path: [account()],
	query: period(),
	options: [optional(zone(), compareWith())],
	run: async (call) => await summaryRows(call, 'channel', channelsOf),
});
