import { account, operation } from '../../../shared/vocabulary';
import { about, NEEDS, written } from './parts/task';

export const suggestReply = operation({
	name: 'Suggest Reply',
	action: 'Suggest a reply in a conversation',
	gives: 'Returns the reply as message, which is not sent, and the context for Follow Up',
	needs: NEEDS,
	description: 'Needs an AI model on the server',
	request: 'POST /api/v1/accounts/{account_id}/captain/tasks/reply_suggestion',
	path: [account()],
	body: [about()],
	run: written,
});
