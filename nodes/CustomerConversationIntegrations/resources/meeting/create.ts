import { account, conversation, operation } from '../../../shared/vocabulary';

export const create = operation({
	name: 'Create',
	action: 'Create a video meeting',
	gives: 'Returns the message that the contact uses to join the meeting',
	description: 'Since Chatwoot 4.16 the provider is Cloudflare RealtimeKit',
	request: 'POST /api/v1/accounts/{account_id}/integrations/dyte/create_a_meeting',
	path: [account()],
	body: [conversation()],
});
