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
import { destinationOf } from '../../tasks/destination';
import { deliveryFields, sendAll } from '../../tasks/sending';
import {
	checkWindow,
	closedWindowTemplate,
	ifWindowClosed,
	templateIfClosed,
} from '../../tasks/window';

export const resolveWithMessage = operation({
	name: 'Resolve with Message',
	action: 'Resolve a conversation with a message',
	gives: "Returns the message, and the conversation's ID and new status",
	description:
		'Sends the message, then sets the status. To add a private note instead, use Hand Off. Repeating it sends the message again.',
	request: 'POST /api/v1/accounts/{account_id}/conversations/{conversation_id}/messages',
	path: [account(), conversation()],
	body: [content(), optional(...attachments())],
	options: [optional(ifWindowClosed(), ...templateIfClosed(), ...deliveryFields())],
	reply: simplified(record(), {
		...asIs('action', 'conversation_id', 'status'),
		message_id: 'message.id',
		content: 'message.content',
		message_ids: 'message.message_ids',
		delivery: 'message.delivery',
		template_sent: 'template_sent',
	}),
	run: async (call) => {
		const { values, request, send } = call;
		const path = request.path.replace(/\/messages$/, '');
		const to = await destinationOf(call, path);
		const { conversation: talk = {} } = to;
		const template = await closedWindowTemplate(call, talk, request.body);
		if (!template) checkWindow(call, talk);
		const wish = template ? { body: template } : { body: request.body ?? {}, files: request.files };
		const step = steps();
		const message = await step(
			'Sending the message',
			async () =>
				await sendAll(call, wish, to, async (part) =>
					recordOf(
						await send({ ...sendable({ ...request, files: undefined, ...part }), again: false }),
						'',
						true,
					),
				),
			({ message_ids }) => `message ${(message_ids as number[]).join(', ')} was sent`,
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
				template_sent: template !== undefined,
			},
		];
	},
});
