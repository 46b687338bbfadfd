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
	gives: 'Returns one item per document, newest first',
	needs: { edition: 'enterprise', since: '4.0' },
	request: 'GET /api/v1/accounts/{account_id}/captain/documents',
	path: [account()],
	query: [
		// 4.16 sorts by the last change unless told otherwise, and rows would move while pages are read.
		fixed({ sort: 'recently_created' }),
		optional(
			assistant(),
			text('search_key', { label: 'Search Text', hint: 'Part of the name or URL', since: '4.16' }),
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
