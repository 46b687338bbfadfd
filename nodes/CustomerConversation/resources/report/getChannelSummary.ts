import { zone } from '../../../shared/dates';
import { optional } from '../../../shared/fields';
import { account } from '../../../shared/locators';
import { operation } from '../../../shared/operation';
import { period } from '../../../shared/period';
import { channelsOf } from './channels';
import { compareWith } from './compare';
import { rows } from './rows';

/** Opening hours, which the service takes here, too, have no effect. */
export const getChannelSummary = operation({
	name: 'Get Summary by Channel',
	action: 'Get conversation statistics by channel',
	description:
		'For administrators. Conversations created within at most six months, by their status now.',
	request: 'GET /api/v2/accounts/{account_id}/summary_reports/channel',
	path: [account()],
	query: period(),
	options: [optional(zone(), compareWith())],
	run: async (call) => await rows(call, 'channel', channelsOf),
});
