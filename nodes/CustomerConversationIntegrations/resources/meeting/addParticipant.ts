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
	gives: "The token with which the credential's user joins the meeting",
	description: 'Include Secrets shows the token, which reads *** without it',
	request: 'POST /api/v1/accounts/{account_id}/integrations/dyte/add_participant_to_meeting',
	path: [account()],
	body: [message('message_id', { hint: 'Message that holds the meeting, as Create gives it' })],
	options: [
		front(
			conversation('conversation_id', {
				hint: 'Whose messages the list above shows; an ID or an address of a message needs none',
			}),
		),
		optional(includeSecrets()),
	],
});
