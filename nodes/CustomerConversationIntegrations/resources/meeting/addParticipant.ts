import {
	account,
	conversation,
	front,
	includeSecrets,
	message,
	operation,
	optional,
} from '../../../shared/vocabulary';

export const addParticipant = operation({
	name: 'Add Participant',
	action: 'Add a participant to a video meeting',
	gives: 'Returns the token to join the meeting as your user',
	description: 'Enable Include Secrets to get the token instead of ***',
	request: 'POST /api/v1/accounts/{account_id}/integrations/dyte/add_participant_to_meeting',
	path: [account()],
	body: [message('message_id', { hint: 'Message with the meeting, as Create returns it' })],
	options: [
		front(
			conversation('conversation_id', {
				hint: 'Conversation for the list of messages. Not needed if you enter a message ID or URL.',
			}),
		),
		optional(includeSecrets()),
	],
});
