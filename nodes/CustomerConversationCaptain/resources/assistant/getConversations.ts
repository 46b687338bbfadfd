import {
	account,
	assistant,
	byPage,
	fixed,
	NEWEST_FIRST,
	operation,
	pick,
	records,
	simplified,
} from '../../../shared/vocabulary';
import { inZone, metricPeriod } from './parts/period';
import { COUNTED } from './parts/simple';

const PAGE = 100;

export const getConversations = operation({
	name: 'Get Conversations',
	action: 'Get the conversations behind an assistant metric',
	gives: 'Returns one item per conversation that the metric counts',
	needs: { role: 'administrator', edition: 'enterprise', since: '4.16' },
	request: 'GET /api/v1/accounts/{account_id}/captain/assistants/{assistant_id}/drilldown',
	path: [account(), assistant()],
	query: [
		pick('metric', {
			conversations_handled: 'Handled by the Assistant',
			auto_resolution_rate: 'Resolved by the Assistant',
			handoff_rate: 'Handed Off to Agents',
			reopen_rate: 'Reopened',
		}),
		...metricPeriod(),
		fixed({ per_page: PAGE }),
	],
	options: inZone(),
	reply: simplified(
		records('payload', byPage(PAGE, NEWEST_FIRST, { total: 'meta.total_count' })),
		COUNTED,
	),
});
