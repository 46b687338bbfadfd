import { email, flag, json, optional, phone, text, url } from '../../../shared/fields';
import { file } from '../../../shared/files';
import { account, inbox } from '../../../shared/locators';
import { operation, record, simplified } from '../../../shared/operation';
import { CONTACT } from '../../../shared/simple';

/** A known e-mail, phone number or identifier is refused with 422, never updated. */
export const create = operation({
	name: 'Create',
	action: 'Create a contact',
	request: 'POST /api/v1/accounts/{account_id}/contacts',
	path: [account()],
	body: [
		optional(
			text('name', { max: 255 }),
			email('email'),
			phone('phone_number'),
			text('identifier', { hint: 'ID of the contact in another system, unique in the account' }),
			inbox('inbox_id', { hint: 'Inbox to link the contact with' }),
			text('source_id', {
				label: 'Source ID',
				hint: 'ID of the contact inside that inbox; left out, the service makes one',
			}),
			flag('blocked', { hint: 'Whether the contact is blocked' }),
			file('avatar', { types: ['image/jpeg', 'image/png', 'image/gif'], megabytes: 15 }),
			url('avatar_url', { hint: 'Address of a picture that the service fetches' }),
			json('additional_attributes', {
				hint: 'Object with free keys, usually company_name, city, country, country_code, description, social_profiles',
			}),
			json('custom_attributes', { hint: 'Object of custom attribute keys and values' }),
		),
	],
	reply: simplified(record('payload.contact', 'payload'), CONTACT),
});
