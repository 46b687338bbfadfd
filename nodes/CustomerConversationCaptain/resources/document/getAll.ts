import { unlessOn } from '../../../shared/tasks/features';
import {
	account,
	assistant,
	DOCUMENTS,
	fixed,
	operation,
	optional,
	pick,
	simplified,
	text,
} from '../../../shared/vocabulary';
import { DOCUMENT } from './parts/simple';

export const getAll = operation({
	name: 'Get Many',
	action: 'Get many documents',
	gives: 'One item for each document, the newest first',
	needs: { edition: 'enterprise', since: '4.0' },
	request: 'GET /api/v1/accounts/{account_id}/captain/documents',
	path: [account()],
	query: [
		// By its last change, as 4.16 sorts otherwise, a row would move while pages are read.
		fixed({ sort: 'recently_created' }),
		optional(
			assistant(),
			text('search_key', { label: 'Search Text', hint: 'In name or address', since: '4.16' }),
			pick('source', { web: 'Web Page', pdf: 'PDF' }, { since: '4.16' }),
			pick(
				'filter',
				{ failed: 'Failed', stale: 'Stale', synced: 'Synced', syncing: 'Syncing' },
				{ label: 'Sync Status', since: '4.16' },
			),
		),
	],
	reply: simplified(DOCUMENTS, DOCUMENT),
	empty: unlessOn('captain_integration', 'Captain'),
});
