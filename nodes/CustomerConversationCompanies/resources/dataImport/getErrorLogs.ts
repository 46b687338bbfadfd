import { account, dataImport, fileNamed, operation } from '../../../shared/vocabulary';
import { NEEDS } from './parts/needs';

export const getErrorLogs = operation({
	name: 'Get Error Logs',
	action: 'Get the error logs of an import',
	gives: 'One row for each error, the oldest first, or the CSV file',
	needs: NEEDS,
	description: 'Refused rows of a CSV file are not among them: the service mails those',
	request: 'GET /api/v1/accounts/{account_id}/data_imports/{data_import_id}/error_logs',
	path: [account(), dataImport()],
	reply: fileNamed('import_errors.csv', {}),
});
