import { account, dataImport, fileNamed, operation } from '../../../shared/vocabulary';
import { NEEDS } from './parts/needs';

export const getErrorLogs = operation({
	name: 'Get Error Logs',
	action: 'Get the error logs of a data import',
	gives: 'Returns one row per error, oldest first, or the CSV file',
	needs: NEEDS,
	description:
		'Does not include refused rows of CSV imports, which Chatwoot emails to administrators',
	request: 'GET /api/v1/accounts/{account_id}/data_imports/{data_import_id}/error_logs',
	path: [account(), dataImport()],
	reply: fileNamed('import_errors.csv', {}),
});
