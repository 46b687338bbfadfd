import {
	account,
	conversation,
	labels,
	listIn,
	operation,
	optional,
} from '../../../shared/vocabulary';
import { addListedLabels, unlistedLabels } from '../../tasks/labels';

export const addLabels = operation({
	name: 'Add Labels',
	action: 'Add labels to a conversation',
	gives: "Returns the conversation's ID and all its labels",
	needs: { botSince: '4.14.2' },
	request: 'POST /api/v1/accounts/{account_id}/conversations/{conversation_id}/labels',
	path: [account(), conversation()],
	body: [labels()],
	options: [optional(unlistedLabels())],
	reply: listIn('labels', 'payload'),
	run: addListedLabels,
});
