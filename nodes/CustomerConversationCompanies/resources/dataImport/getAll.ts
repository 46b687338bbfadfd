import { account, operation, records, simplified, whole } from '../../../shared/vocabulary';
import { NEEDS } from './parts/needs';
import { DATA_IMPORT } from './parts/simple';

export const getAll = operation({
	name: 'Get Many',
	action: 'Get many data imports',
	gives: 'Returns one item per import, newest first',
	needs: NEEDS,
	description: 'Includes contact imports from CSV files',
	request: 'GET /api/v1/accounts/{account_id}/data_imports',
	path: [account()],
	reply: simplified(records('payload', whole), DATA_IMPORT),
});
