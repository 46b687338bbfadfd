import {
	account,
	AGENT,
	agents,
	choice,
	conversation,
	fixed,
	listIn,
	operation,
	simplified,
} from '../../../shared/vocabulary';

export const replaceParticipants = operation({
	name: 'Replace Participants',
	action: 'Replace the participants of a conversation',
	gives: "Returns the conversation's ID and all its participants",
	description:
		'Removes every participant that you do not choose. Chatwoot 4.16 refuses all of them if a new one is neither a member of the inbox nor an administrator.',
	request: 'PATCH /api/v1/accounts/{account_id}/conversations/{conversation_id}/participants',
	path: [account(), conversation()],
	body: [
		choice('replace_with', {
			chosen: { name: 'Chosen Agents', parts: [agents('user_ids')] },
			none: { name: 'No Participants (Remove All)', parts: [fixed({ user_ids: [] })] },
		}),
	],
	reply: simplified(listIn('participants'), { participants: ['participants', AGENT] }),
});
