import { account, dataImport, operation, record, simplified } from '../../../shared/vocabulary';
import { bringing } from './parts/ending';
import { NEEDS } from './parts/needs';
import { DATA_IMPORT } from './parts/simple';

export const start = operation({
	name: 'Start',
	action: 'Start an import again',
	gives: 'The import, which is pending',
	needs: NEEDS,
	description: 'For an import from another provider that failed or was abandoned',
	request: 'POST /api/v1/accounts/{account_id}/data_imports/{data_import_id}/start',
	path: [account(), dataImport()],
	reply: simplified(record(), DATA_IMPORT),
	run: bringing(
		['pending', 'processing'],
		'Only a failed or abandoned import from another provider starts again.',
	),
});
