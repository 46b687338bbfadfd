import { account, operation, optional, period, zone } from '../../../shared/vocabulary';
import { channelsOf } from './parts/channels';
import { compareWith } from './parts/compare';
import { summaryRows } from './parts/rows';

/** Opening hours, which the service takes here, too, have no effect. */
export const getChannelSummary = operation({
	name: 'Get Summary by Channel',
	action: 'Get a report by channel',
	gives: 'One item for each kind of channel: conversations by status now',
	needs: { role: 'administrator', since: '4.10' },
	description: 'Conversations created within at most six months',
	request: 'GET /api/v2/accounts/{account_id}/summary_reports/channel',
	path: [account()],
	query: period(),
	options: [optional(zone(), compareWith())],
	run: async (call) => await summaryRows(call, 'channel', channelsOf),
});
