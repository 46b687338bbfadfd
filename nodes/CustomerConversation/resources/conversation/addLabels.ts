import { changeLabels } from '../../../shared/labels';
import { account, conversation, labels } from '../../../shared/locators';
import { listIn, operation } from '../../../shared/operation';

export const addLabels = operation({
	name: 'Add Labels',
	action: 'Add labels to a conversation',
	request: 'POST /api/v1/accounts/{account_id}/conversations/{conversation_id}/labels',
	path: [account(), conversation()],
	body: [labels()],
	reply: listIn('labels', 'payload'),
	run: changeLabels((present, chosen) => [...present, ...chosen]),
});
