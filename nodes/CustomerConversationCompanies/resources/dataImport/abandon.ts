import { account, dataImport, operation, record, simplified } from '../../../shared/vocabulary';
import { bringing } from './parts/ending';
import { NEEDS } from './parts/needs';
import { DATA_IMPORT } from './parts/simple';

export const abandon = operation({
	name: 'Abandon',
	action: 'Abandon a data import',
	gives: 'Returns the abandoned import',
	needs: NEEDS,
	description: 'Only for pending or running imports from another provider',
	request: 'POST /api/v1/accounts/{account_id}/data_imports/{data_import_id}/abandon',
	path: [account(), dataImport()],
	reply: simplified(record(), DATA_IMPORT),
	run: bringing(
		['abandoned'],
		'Only pending or processing imports from another provider can be abandoned, not CSV imports.',
	),
});
