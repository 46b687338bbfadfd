import { account, dataImport, fileNamed, operation } from '../../../shared/vocabulary';
import { NEEDS } from './parts/needs';

export const getSkipLogs = operation({
	name: 'Get Skip Logs',
	action: 'Get the skip logs of a data import',
	gives: 'Returns one row per failed or skipped record, or the CSV file',
	needs: NEEDS,
	description:
		'Does not include refused rows of CSV imports, which Chatwoot emails to administrators',
	request: 'GET /api/v1/accounts/{account_id}/data_imports/{data_import_id}/skip_logs',
	path: [account(), dataImport()],
	reply: fileNamed('import_skipped.csv', {}),
});
