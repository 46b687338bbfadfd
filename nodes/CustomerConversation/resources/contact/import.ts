import { account, file, nothing, operation } from '../../../shared/vocabulary';
import { importing, importOptions } from '../../tasks/imports';

export const importContacts = operation({
	name: 'Import',
	action: 'Import contacts from a CSV file',
	gives: 'Returns how many contacts were created, updated and refused',
	needs: { role: 'administrator' },
	description:
		'Updates contacts that exist, and empties custom attributes whose cell is empty. Chatwoot starts after about a minute and emails rejected rows to the administrators.',
	request: 'POST /api/v1/accounts/{account_id}/contacts/import',
	path: [account()],
	body: [
		file('import_file', {
			label: 'Input Binary Field',
			hint: 'Name of the input binary field that contains the CSV file. Headings: name, email, phone_number, identifier, company_name, city, labels.',
			default: 'data',
			megabytes: 40,
		}),
	],
	options: importOptions(),
	reply: nothing,
	run: importing,
});
