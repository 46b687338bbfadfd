import {
	account,
	contact,
	conversation,
	inbox,
	operation,
	optional,
} from '../../../shared/vocabulary';

export const startVoiceCall = operation({
	name: 'Start Voice Call',
	action: 'Start a voice call with a contact',
	gives: 'Returns the IDs of the call and of its conversation',
	needs: { edition: 'enterprise', since: '4.9' },
	request: 'POST /api/v1/accounts/{account_id}/contacts/{contact_id}/call',
	path: [account(), contact()],
	body: [
		inbox('inbox_id', { hint: "Voice inbox that the token's user is a member of" }),
		optional(
			conversation('conversation_id', {
				since: '4.16',
				hint: 'Open conversation of the contact in this inbox to add the call to. Any other is ignored, and Chatwoot starts a new one.',
			}),
		),
	],
});
