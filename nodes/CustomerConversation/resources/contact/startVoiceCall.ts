import { account, contact, inbox } from '../../../shared/locators';
import { operation } from '../../../shared/operation';

export const startVoiceCall = operation({
	name: 'Start Voice Call',
	action: 'Start a voice call with a contact',
	description: 'Enterprise edition',
	request: 'POST /api/v1/accounts/{account_id}/contacts/{contact_id}/call',
	path: [account(), contact()],
	body: [inbox('inbox_id', { hint: "A voice inbox that the token's user is a member of" })],
});
