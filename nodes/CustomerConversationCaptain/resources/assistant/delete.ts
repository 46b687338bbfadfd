import { account, assistant, operation } from '../../../shared/vocabulary';

export const deleteAssistant = operation({
	name: 'Delete',
	action: 'Delete an assistant',
	gives: 'The ID of the deleted assistant',
	needs: { role: 'administrator', edition: 'enterprise', since: '4.0' },
	description: 'Its FAQs, documents and scenarios go with it, in the background',
	request: 'DELETE /api/v1/accounts/{account_id}/captain/assistants/{assistant_id}',
	path: [account(), assistant()],
});
