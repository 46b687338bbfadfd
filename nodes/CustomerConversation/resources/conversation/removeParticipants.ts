import { account, agents, conversation, operation } from '../../../shared/vocabulary';

export const removeParticipants = operation({
	name: 'Remove Participants',
	action: 'Remove participants from a conversation',
	gives: "Returns the conversation's ID after the agents are removed",
	request: 'DELETE /api/v1/accounts/{account_id}/conversations/{conversation_id}/participants',
	path: [account(), conversation()],
	body: [agents('user_ids')],
});
