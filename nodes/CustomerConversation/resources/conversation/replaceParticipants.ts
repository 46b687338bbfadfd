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
	gives: "The conversation's ID and all agents who take part now",
	description:
		'Removes every participant that is not chosen. Chatwoot 4.16 refuses all where a new one is neither administrator nor member of the inbox.',
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
