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
	gives: 'One item for each agent who takes part in the conversation',
	request: 'GET /api/v1/accounts/{account_id}/conversations/{conversation_id}/participants',
	path: [account(), conversation()],
	reply: simplified(records('', whole), AGENT),
});
