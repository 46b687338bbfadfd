import {
	account,
	dataImport,
	operation,
	optional,
	pick,
	record,
	simplified,
} from '../../../shared/vocabulary';
import { NEEDS } from './parts/needs';
import { WITH_LOGS } from './parts/simple';

export const get = operation({
	name: 'Get',
	action: 'Get a data import',
	gives: 'Returns the import with its five newest errors and skipped records',
	needs: NEEDS,
	request: 'GET /api/v1/accounts/{account_id}/data_imports/{data_import_id}',
	path: [account(), dataImport()],
	query: [
		optional(
			pick(
				'skip_logs_type',
				{ contact: 'Contacts', conversation: 'Conversations', message: 'Messages' },
				{ label: 'Skipped Records', hint: 'Only skipped records of this kind. Default: all.' },
			),
		),
	],
	reply: simplified(record(), WITH_LOGS),
});
