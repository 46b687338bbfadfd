import { account, conversation, operation } from '../../../shared/vocabulary';

export const create = operation({
	name: 'Create',
	action: 'Create a video meeting',
	gives: 'The message with which the contact joins the meeting',
	description: 'Cloudflare RealtimeKit from Chatwoot 4.16 on',
	request: 'POST /api/v1/accounts/{account_id}/integrations/dyte/create_a_meeting',
	path: [account()],
	body: [conversation()],
});
