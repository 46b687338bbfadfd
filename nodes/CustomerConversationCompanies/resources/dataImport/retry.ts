import { account, dataImport, operation, record, simplified } from '../../../shared/vocabulary';
import { bringing } from './parts/ending';
import { NEEDS } from './parts/needs';
import { DATA_IMPORT } from './parts/simple';

export const retry = operation({
	name: 'Retry',
	action: 'Retry a data import',
	gives: 'Returns the import, pending again',
	needs: { ...NEEDS, since: '4.16.2' },
	description: 'Only for imports from another provider without progress for 15 minutes',
	request: 'POST /api/v1/accounts/{account_id}/data_imports/{data_import_id}/retry',
	path: [account(), dataImport()],
	reply: simplified(record(), DATA_IMPORT),
	run: bringing(['pending', 'processing'], 'Only stalled imports can be retried.'),
});
