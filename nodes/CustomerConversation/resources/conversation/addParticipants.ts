import {
	account,
	AGENT,
	agents,
	conversation,
	listIn,
	operation,
	simplified,
} from '../../../shared/vocabulary';

/** The reply lists those that were none before. */
export const addParticipants = operation({
	name: 'Add Participants',
	action: 'Add participants to a conversation',
	gives: "The conversation's ID and the agents who are new in it",
	description:
		'Chatwoot 4.16 refuses all where one is neither administrator nor member of the inbox; 4.10 lists such an agent in the reply, but does not add him',
	request: 'POST /api/v1/accounts/{account_id}/conversations/{conversation_id}/participants',
	path: [account(), conversation()],
	body: [agents('user_ids')],
	reply: simplified(listIn('added'), { added: ['added', AGENT] }),
});
