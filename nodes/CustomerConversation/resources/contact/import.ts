import { account, file, operation } from '../../../shared/vocabulary';
import { importing, waiting } from '../../tasks/imports';

export const importContacts = operation({
	name: 'Import',
	action: 'Import contacts from a CSV file',
	gives: 'Success at once, or what came of it with Wait Until Done',
	needs: { role: 'administrator' },
	description: 'Begins after about a minute; refused rows come by e-mail to them alone',
	request: 'POST /api/v1/accounts/{account_id}/contacts/import',
	path: [account()],
	body: [
		file('import_file', {
			label: 'CSV File',
			hint: 'Name of the binary property with a CSV file: a header with name, email, identifier, phone_number; other columns become custom attributes. Known contacts are updated.',
			default: 'data',
			types: ['text/csv', 'application/csv', 'application/vnd.ms-excel', 'text/plain'],
			megabytes: 40,
		}),
	],
	options: [waiting()],
	run: importing,
});
