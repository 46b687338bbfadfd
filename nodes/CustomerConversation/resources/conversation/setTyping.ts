import {
	account,
	conversation,
	flag,
	nothing,
	operation,
	optional,
	pick,
} from '../../../shared/vocabulary';

export const setTyping = operation({
	name: 'Set Typing Status',
	action: 'Set the typing status in a conversation',
	gives: "Returns the conversation's ID after typing is shown or hidden",
	needs: { botSince: '4.11.2' },
	request:
		'POST /api/v1/accounts/{account_id}/conversations/{conversation_id}/toggle_typing_status',
	path: [account(), conversation()],
	body: [
		pick('typing_status', { on: 'On', off: 'Off' }),
		optional(
			flag('is_private', {
				label: 'Private Note',
				hint: 'Whether to show it as typing a private note, which only agents can see',
			}),
		),
	],
	reply: nothing,
});
