import { account, faq, operation } from '../../../shared/vocabulary';

export const deleteFaq = operation({
	name: 'Delete',
	action: 'Delete an FAQ',
	gives: 'Returns the ID of the deleted FAQ',
	needs: { role: 'administrator', edition: 'enterprise', since: '4.0' },
	request: 'DELETE /api/v1/accounts/{account_id}/captain/assistant_responses/{faq_id}',
	path: [account(), faq()],
});
