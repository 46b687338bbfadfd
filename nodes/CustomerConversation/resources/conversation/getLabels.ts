import { account, conversation, operation, texts } from '../../../shared/vocabulary';

export const getLabels = operation({
	name: 'Get Labels',
	action: 'Get the labels of a conversation',
	gives: 'Returns one item per label of the conversation',
	needs: { botSince: '4.14.2' },
	request: 'GET /api/v1/accounts/{account_id}/conversations/{conversation_id}/labels',
	path: [account(), conversation()],
	reply: texts('payload', 'label'),
});
