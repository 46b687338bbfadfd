import { account, operation, records, simplified, whole } from '../../../shared/vocabulary';
import { NEEDS } from './parts/needs';
import { DATA_IMPORT } from './parts/simple';

export const getAll = operation({
	name: 'Get Many',
	action: 'Get many imports',
	gives: 'One item for each import, the newest first',
	needs: NEEDS,
	description: 'Imports of contacts from CSV files are among them',
	request: 'GET /api/v1/accounts/{account_id}/data_imports',
	path: [account()],
	reply: simplified(records('payload', whole), DATA_IMPORT),
});
