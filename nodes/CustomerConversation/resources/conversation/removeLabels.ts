import { account, conversation, labels, listIn, operation } from '../../../shared/vocabulary';
import { removeLabels as remove } from '../../tasks/labels';

export const removeLabels = operation({
	name: 'Remove Labels',
	action: 'Remove labels from a conversation',
	gives: "Returns the conversation's ID and its remaining labels",
	needs: { botSince: '4.14.2' },
	request: 'POST /api/v1/accounts/{account_id}/conversations/{conversation_id}/labels',
	path: [account(), conversation()],
	body: [labels()],
	reply: listIn('labels', 'payload'),
	run: remove,
});
