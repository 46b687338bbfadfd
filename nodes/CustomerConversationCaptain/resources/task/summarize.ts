import { account, operation } from '../../../shared/vocabulary';
import { about, NEEDS, written } from './parts/task';

export const summarize = operation({
	name: 'Summarize',
	action: 'Summarize a conversation',
	gives: 'Returns the summary as message, and the context for Follow Up',
	needs: NEEDS,
	description: 'The summary is in the language of the account. Needs an AI model on the server.',
	request: 'POST /api/v1/accounts/{account_id}/captain/tasks/summarize',
	path: [account()],
	body: [about()],
	run: written,
});
