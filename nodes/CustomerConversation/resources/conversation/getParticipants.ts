import { account, conversation, operation, records, whole } from '../../../shared/vocabulary';

export const getParticipants = operation({
	name: 'Get Participants',
	action: 'Get the participants of a conversation',
	request: 'GET /api/v1/accounts/{account_id}/conversations/{conversation_id}/participants',
	path: [account(), conversation()],
	reply: records('', whole),
});
