import { account, conversation, labels, listIn, operation } from '../../../shared/vocabulary';
import { removeLabels as remove } from '../../tasks/labels';

export const removeLabels = operation({
	name: 'Remove Labels',
	action: 'Remove labels from a conversation',
	gives: "The conversation's ID and the labels that are left",
	needs: { botSince: '4.14.2' },
	request: 'POST /api/v1/accounts/{account_id}/conversations/{conversation_id}/labels',
	path: [account(), conversation()],
	body: [labels()],
	reply: listIn('labels', 'payload'),
	run: remove,
});
