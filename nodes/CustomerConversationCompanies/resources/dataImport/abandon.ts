import { account, dataImport, operation, record, simplified } from '../../../shared/vocabulary';
import { bringing } from './parts/ending';
import { NEEDS } from './parts/needs';
import { DATA_IMPORT } from './parts/simple';

export const abandon = operation({
	name: 'Abandon',
	action: 'Abandon an import',
	gives: 'The import, which has ended',
	needs: NEEDS,
	description: 'For an import from another provider that is pending or running',
	request: 'POST /api/v1/accounts/{account_id}/data_imports/{data_import_id}/abandon',
	path: [account(), dataImport()],
	reply: simplified(record(), DATA_IMPORT),
	run: bringing(
		['abandoned'],
		'Only a pending or processing import from another provider can be abandoned, no CSV file.',
	),
});
