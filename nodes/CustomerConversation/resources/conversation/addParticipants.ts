import {
	account,
	AGENT,
	agents,
	conversation,
	listIn,
	operation,
	simplified,
} from '../../../shared/vocabulary';

/** The reply lists the agents who were not participants before. */
export const addParticipants = operation({
	name: 'Add Participants',
	action: 'Add participants to a conversation',
	gives: "Returns the conversation's ID and the agents who were added",
	description:
		'Agents must be members of the inbox or administrators. Otherwise Chatwoot 4.16 refuses all of them, and 4.10 returns them without adding them.',
	request: 'POST /api/v1/accounts/{account_id}/conversations/{conversation_id}/participants',
	path: [account(), conversation()],
	body: [agents('user_ids')],
	reply: simplified(listIn('added'), { added: ['added', AGENT] }),
});
