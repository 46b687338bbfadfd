import {
	account,
	AGENT,
	conversation,
	operation,
	records,
	simplified,
	whole,
} from '../../../shared/vocabulary';

export const getParticipants = operation({
	name: 'Get Participants',
	action: 'Get the participants of a conversation',
	gives: 'Returns one item per agent who participates in the conversation',
	request: 'GET /api/v1/accounts/{account_id}/conversations/{conversation_id}/participants',
	path: [account(), conversation()],
	reply: simplified(records('', whole), AGENT),
});
