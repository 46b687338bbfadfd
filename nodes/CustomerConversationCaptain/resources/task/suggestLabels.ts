import type { IDataObject } from 'n8n-workflow';
import { account, operation } from '../../../shared/vocabulary';
import { checkConversation } from '../../tasks/conversation';
import { about, NEEDS } from './parts/task';

export const suggestLabels = operation({
	name: 'Suggest Labels',
	action: 'Suggest labels for a conversation',
	gives: 'A list of labels of the account, not set, as labels',
	needs: NEEDS,
	description:
		'Empty with fewer than 3 messages of the customer or more than 100 in all. Needs an AI model on the server.',
	request: 'POST /api/v1/accounts/{account_id}/captain/tasks/label_suggestion',
	path: [account()],
	body: [about()],
	run: async (call): Promise<IDataObject[]> => {
		const [{ message }] = await call.records();
		// Of a conversation that is not there, too, the service says that there are none.
		if (!message) await checkConversation(call);
		const titles = String(message ?? '').split(',');
		return [{ labels: titles.map((title) => title.trim()).filter(Boolean) }];
	},
});
