import { recordOf, steps } from '../../../shared/steps';
import { at } from '../../../shared/values';
import {
	account,
	asIs,
	attachments,
	content,
	conversation,
	operation,
	optional,
	record,
	sendable,
	simplified,
} from '../../../shared/vocabulary';

export const resolveWithMessage = operation({
	name: 'Resolve with Message',
	action: 'Resolve a conversation with a message',
	gives: "Returns the message, and the conversation's ID and new status",
	description:
		'Sends the message, then sets the status. To add a private note instead, use Hand Off. Repeating it sends the message again.',
	request: 'POST /api/v1/accounts/{account_id}/conversations/{conversation_id}/messages',
	path: [account(), conversation()],
	body: [content(), optional(attachments())],
	reply: simplified(record(), {
		...asIs('action', 'conversation_id', 'status'),
		message_id: 'message.id',
		content: 'message.content',
	}),
	run: async ({ values, request, send }) => {
		const path = request.path.replace(/\/messages$/, '');
		const step = steps();
		const message = await step(
			'Sending the message',
			async () => recordOf(await send({ ...sendable(request), again: false }), '', true),
			({ id }) => `message ${id as number} was sent`,
		);
		const reply = await step(
			'Resolving the conversation',
			async () =>
				await send({
					method: 'POST',
					path: `${path}/toggle_status`,
					body: { status: 'resolved' },
					again: true,
				}),
			() => 'the conversation was resolved',
		);
		return [
			{
				action: 'resolved',
				conversation_id: values.conversation_id,
				status: at(reply, 'payload.current_status') as string,
				message,
			},
		];
	},
});
