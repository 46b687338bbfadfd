import {
	account,
	contact,
	CONTACT,
	operation,
	record,
	simplified,
} from '../../../shared/vocabulary';

export const deleteAvatar = operation({
	name: 'Delete Avatar',
	action: 'Delete the avatar of a contact',
	gives: 'Returns the contact, now without an avatar',
	request: 'DELETE /api/v1/accounts/{account_id}/contacts/{contact_id}/avatar',
	path: [account(), contact()],
	reply: simplified(record('payload'), CONTACT),
});
