import { changeLabels } from '../../../shared/labels';
import { account, conversation, labels } from '../../../shared/locators';
import { listIn, operation } from '../../../shared/operation';

export const removeLabels = operation({
	name: 'Remove Labels',
	action: 'Remove labels from a conversation',
	request: 'POST /api/v1/accounts/{account_id}/conversations/{conversation_id}/labels',
	path: [account(), conversation()],
	body: [labels()],
	reply: listIn('labels', 'payload'),
	run: changeLabels((present, chosen) => present.filter((title) => !chosen.includes(title))),
});
