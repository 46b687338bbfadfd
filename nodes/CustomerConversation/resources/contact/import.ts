import { account, file, operation } from '../../../shared/vocabulary';
import { importing, waiting } from '../../tasks/imports';

export const importContacts = operation({
	name: 'Import',
	action: 'Import contacts from a CSV file',
	gives: 'Returns success immediately, or the result with Wait Until Done',
	needs: { role: 'administrator' },
	description:
		'Updates contacts that exist. Chatwoot starts after about a minute and emails rejected rows to the administrators.',
	request: 'POST /api/v1/accounts/{account_id}/contacts/import',
	path: [account()],
	body: [
		file('import_file', {
			label: 'Input Binary Field',
			hint: 'Name of the input binary field that contains the CSV file. Columns: name, email, phone_number, identifier; others become custom attributes.',
			default: 'data',
			types: ['text/csv', 'application/csv', 'application/vnd.ms-excel', 'text/plain'],
			megabytes: 40,
		}),
	],
	options: [waiting()],
	run: importing,
});
