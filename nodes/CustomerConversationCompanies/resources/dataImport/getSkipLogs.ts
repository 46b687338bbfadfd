import { account, dataImport, fileNamed, operation } from '../../../shared/vocabulary';
import { NEEDS } from './parts/needs';

export const getSkipLogs = operation({
	name: 'Get Skip Logs',
	action: 'Get the skip logs of an import',
	gives: 'One row for each record that failed or was skipped, or the CSV file',
	needs: NEEDS,
	description: 'Refused rows of a CSV file are not among them: the service mails those',
	request: 'GET /api/v1/accounts/{account_id}/data_imports/{data_import_id}/skip_logs',
	path: [account(), dataImport()],
	reply: fileNamed('import_skipped.csv', {}),
});
