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

/** A known e-mail, phone number or identifier is refused with 422, never updated. */
export const create = operation({
	name: 'Create',
	action: 'Create a contact',
	gives: 'The new contact',
	request: 'POST /api/v1/accounts/{account_id}/contacts',
	path: [account()],
	body: [
		person(),
		mappedAttributes('contact_attribute'),
		optional(
			...details(),
			inbox('inbox_id', { shown: false, hint: 'Inbox to link the contact with' }),
			text('source_id', {
				label: 'Source ID',
				shown: false,
				hint: 'ID of the contact inside that inbox; left out, the service makes one',
			}),
			avatar(),
		),
	],
	reply: simplified(stored('payload.contact', 'payload'), CONTACT),
});
