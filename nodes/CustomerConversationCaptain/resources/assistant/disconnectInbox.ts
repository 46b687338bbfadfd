import { account, assistant, inbox, operation } from '../../../shared/vocabulary';

export const disconnectInbox = operation({
	name: 'Disconnect Inbox',
	action: 'Disconnect an inbox from an assistant',
	gives: 'Returns the IDs of the assistant and the inbox',
	needs: { role: 'administrator', edition: 'enterprise', since: '4.0' },
	request:
		'DELETE /api/v1/accounts/{account_id}/captain/assistants/{assistant_id}/inboxes/{inbox_id}',
	path: [account(), assistant(), inbox()],
});
