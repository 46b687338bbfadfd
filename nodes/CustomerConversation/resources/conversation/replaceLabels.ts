import { account, conversation, listIn, operation, optional } from '../../../shared/vocabulary';
import { replaceLabels as replace, replacement, unlistedLabels } from '../../tasks/labels';

export const replaceLabels = operation({
	name: 'Replace Labels',
	action: 'Replace the labels of a conversation',
	gives: "Returns the conversation's ID and its new labels",
	needs: { botSince: '4.14.2' },
	description: 'Removes every label that you do not choose',
	request: 'POST /api/v1/accounts/{account_id}/conversations/{conversation_id}/labels',
	path: [account(), conversation()],
	body: [replacement()],
	options: [optional(unlistedLabels())],
	reply: listIn('labels', 'payload'),
	run: replace,
});
