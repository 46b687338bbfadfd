import { account, fileNamed, operation, optional, zone } from '../../../shared/vocabulary';
import { filters } from './parts/filters';

export const download = operation({
	name: 'Download',
	action: 'Download conversations that missed an SLA as rows or a CSV file',
	gives: 'Returns one row per missed SLA, or the CSV file',
	needs: { role: 'administrator', edition: 'enterprise' },
	description:
		'Breached Events contains frt (first response), nrt (next response) or rt (resolution)',
	request: 'GET /api/v1/accounts/{account_id}/applied_slas/download',
	path: [account()],
	query: filters(),
	options: [optional(zone())],
	reply: fileNamed('breached_conversation.csv', { note: 'last', escaped: true, indented: true }),
});
