import { account, conversation, nothing, operation } from '../../../shared/vocabulary';
import { priority } from './parts/priority';

/** The service answers with an empty body. */
export const setPriority = operation({
	name: 'Set Priority',
	action: 'Set the priority of a conversation',
	gives: "Returns the conversation's ID and its new priority",
	request: 'POST /api/v1/accounts/{account_id}/conversations/{conversation_id}/toggle_priority',
	path: [account(), conversation()],
	body: [priority()],
	reply: nothing,
	run: async ({ request, send }) => {
		await send(request);
		return [{ priority: request.body?.priority }];
	},
});
