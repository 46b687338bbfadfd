import { account, dataImport, operation, record, simplified } from '../../../shared/vocabulary';
import { bringing } from './parts/ending';
import { NEEDS } from './parts/needs';
import { DATA_IMPORT } from './parts/simple';

export const retry = operation({
	name: 'Retry',
	action: 'Retry a stalled import',
	gives: 'The import, which is pending anew',
	needs: { ...NEEDS, since: '4.16.2' },
	description: 'For an import from another provider that has stood still for 15 minutes',
	request: 'POST /api/v1/accounts/{account_id}/data_imports/{data_import_id}/retry',
	path: [account(), dataImport()],
	reply: simplified(record(), DATA_IMPORT),
	run: bringing(['pending', 'processing'], 'Only a stalled import is retried.'),
});
