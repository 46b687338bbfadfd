import {
	account,
	CONTACT,
	inbox,
	operation,
	record,
	simplified,
	text,
} from '../../../shared/vocabulary';

export const findBySourceId = operation({
	name: 'Get by Source ID',
	action: 'Get a contact by its source ID in an inbox',
	gives: 'Returns the contact that has this source ID in the inbox',
	request: 'POST /api/v1/accounts/{account_id}/contact_inboxes/filter',
	path: [account()],
	body: [
		inbox('inbox_id'),
		text('source_id', { label: 'Source ID', hint: 'ID of the contact in that inbox' }),
	],
	reply: simplified(record(''), CONTACT),
});
