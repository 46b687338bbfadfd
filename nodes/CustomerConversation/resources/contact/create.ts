import {
	account,
	avatar,
	CONTACT,
	inbox,
	operation,
	optional,
	simplified,
	stored,
	text,
} from '../../../shared/vocabulary';
import { mappedAttributes } from '../../../shared/parts/attributes';
import { details, person } from './parts/fields';
import { withFindable } from '../../tasks/findable';

/** If another contact has the email, phone number or identifier, the service answers 422. */
export const create = operation({
	name: 'Create',
	action: 'Create a contact',
	gives: 'Returns the new contact',
	description:
		'Fails if another contact has the same email, phone number or identifier; Create or Update does not',
	request: 'POST /api/v1/accounts/{account_id}/contacts',
	path: [account()],
	body: [
		person(),
		mappedAttributes('contact_attribute'),
		optional(
			...details(),
			inbox('inbox_id', { shown: false, hint: 'Inbox to link the contact to' }),
			text('source_id', {
				label: 'Source ID',
				shown: false,
				hint: 'ID of the contact in that inbox. If empty, Chatwoot creates one.',
			}),
			...avatar(),
		),
	],
	reply: simplified(stored('payload.contact', 'payload'), CONTACT),
	run: withFindable,
});
