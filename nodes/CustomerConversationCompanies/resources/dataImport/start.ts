import { account, dataImport, operation, record, simplified } from '../../../shared/vocabulary';
import { bringing } from './parts/ending';
import { NEEDS } from './parts/needs';
import { DATA_IMPORT } from './parts/simple';

export const start = operation({
	name: 'Restart',
	action: 'Restart a data import',
	gives: 'Returns the import, which is pending',
	needs: NEEDS,
	description: 'Only for imports from another provider that failed or were abandoned',
	request: 'POST /api/v1/accounts/{account_id}/data_imports/{data_import_id}/start',
	path: [account(), dataImport()],
	reply: simplified(record(), DATA_IMPORT),
	run: bringing(
		['pending', 'processing'],
		'Only failed or abandoned imports from another provider can be restarted.',
	),
});
