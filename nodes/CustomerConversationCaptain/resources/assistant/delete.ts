import { account, assistant, operation } from '../../../shared/vocabulary';

export const deleteAssistant = operation({
	name: 'Delete',
	action: 'Delete an assistant',
	gives: 'Returns the ID of the deleted assistant',
	needs: { role: 'administrator', edition: 'enterprise', since: '4.0' },
	description: 'Also deletes its FAQs, documents and scenarios, in the background',
	request: 'DELETE /api/v1/accounts/{account_id}/captain/assistants/{assistant_id}',
	path: [account(), assistant()],
});
