import type { IDataObject } from 'n8n-workflow';
import { account, operation } from '../../../shared/vocabulary';
import { checkConversation } from '../../tasks/conversation';
import { about, NEEDS } from './parts/task';

export const suggestLabels = operation({
	name: 'Suggest Labels',
	action: 'Suggest labels for a conversation',
	gives: 'Returns a list of suggested labels, which are not added to the conversation',
	needs: NEEDS,
	description:
		'The list is empty with fewer than 3 customer messages or more than 100 messages. Needs an AI model on the server.',
	request: 'POST /api/v1/accounts/{account_id}/captain/tasks/label_suggestion',
	path: [account()],
	body: [about()],
	run: async (call): Promise<IDataObject[]> => {
		const [{ message }] = await call.records();
		// The service also returns none if the conversation does not exist.
		if (!message) await checkConversation(call);
		const titles = String(message ?? '').split(',');
		return [{ labels: titles.map((title) => title.trim()).filter(Boolean) }];
	},
});
