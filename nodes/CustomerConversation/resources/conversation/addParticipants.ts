import { account, agents, conversation } from '../../../shared/locators';
import { listIn, operation } from '../../../shared/operation';

/** The reply lists those that were none before. */
export const addParticipants = operation({
	name: 'Add Participants',
	action: 'Add participants to a conversation',
	description: 'Agents without access to the inbox are in the reply, but not added',
	request: 'POST /api/v1/accounts/{account_id}/conversations/{conversation_id}/participants',
	path: [account(), conversation()],
	body: [agents('user_ids')],
	reply: listIn('added'),
});
