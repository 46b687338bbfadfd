import { BadInput } from '../../../shared/faults';
import {
	attachments,
	choice,
	content,
	conversationNumber,
	inboxIdentifier,
	operation,
	optional,
	record,
	simplified,
	sourceId,
	text,
} from '../../../shared/vocabulary';
import { CLIENT_MESSAGE } from './parts/simple';

/** The service accepts empty messages, and does not detect repetition: the same call sends twice. */
export const send = operation({
	name: 'Send',
	action: 'Send a message as the customer',
	gives: 'Returns the new message',
	description: 'Reopens a resolved conversation',
	request:
		'POST /public/api/v1/inboxes/{inbox_identifier}/contacts/{contact_identifier}/conversations/{conversation_id}/messages',
	path: [inboxIdentifier(), sourceId(), conversationNumber()],
	body: [
		choice(
			'content_kind',
			{
				text: { name: 'Text', parts: [content('content', { hint: 'Markdown' })] },
				none: { name: 'No Text (Files Only)', parts: [] },
			},
			{ label: 'Kind of Message', after: 'content' },
		),
		optional(
			...attachments(),
			text('echo_id', {
				label: 'Echo ID',
				hint: 'Only returned over the live connection of widgets, not by this node or in webhooks',
			}),
		),
	],
	reply: simplified(record(), CLIENT_MESSAGE),
	run: async ({ values, records }) => {
		if (!['content', 'attachments', 'file_urls'].some((name) => name in values))
			throw new BadInput('There is nothing to send: a message needs text or a file', [
				'attachments',
			]);
		return await records();
	},
});
