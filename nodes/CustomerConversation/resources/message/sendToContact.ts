import type { IDataObject } from 'n8n-workflow';
import { planned } from '../../../shared/channels/plan';
import { BadInput } from '../../../shared/faults';
import { recordOf, steps } from '../../../shared/steps';
import { at, isEmpty, worded } from '../../../shared/values';
import {
	account,
	asIs,
	inbox,
	inside,
	operation,
	optional,
	record,
	sendable,
	simplified,
	text,
	urlOf,
	withFiles,
} from '../../../shared/vocabulary';
import { conversationFor, ifResolved } from '../../tasks/conversations';
import { contactKey, findOrCreate } from '../../tasks/people';
import { channelOfInbox, destinationOf, type Destination } from '../../tasks/destination';
import { noEmail } from '../../tasks/replyToAll';
import { deliveryFields, postAll } from '../../tasks/sending';
import {
	checkWindow,
	closedWindowTemplate,
	ifWindowClosed,
	templateIfClosed,
} from '../../tasks/window';
import { withName } from './parts/addresses';
import { kind, details } from './parts/fields';
import { inTemplate } from './parts/templates';

/** A message needs at least one of these, otherwise it is empty. */
const SHOWN = ['content', 'attachments', 'template_params', 'email_html_content'];

const comparable = (subject: unknown) =>
	String(subject)
		.replace(/^(?:\s*re:)*/i, '')
		.trim()
		.toLowerCase();

/** What became of a subject that is not used; '' if it is. */
function subjectHint(
	subject: unknown,
	{ action, conversation }: { action: string; conversation: IDataObject },
	{ channel }: Destination,
): string {
	if (subject === undefined) return '';
	if (channel && !channel.email) return 'Subject was ignored: it only applies in email inboxes.';
	const used = at(conversation, 'additional_attributes.mail_subject');
	if (action === 'created' || comparable(used) === comparable(subject)) return '';
	const name = `conversation ${worded(conversation.id)}`;
	const instead = isEmpty(used)
		? `${name} has none, so Chatwoot writes its own`
		: `the email in ${name} is sent with the subject "Re: ${worded(used)}"`;
	return `Subject was ignored: ${instead}. Only a new conversation gets a subject.`;
}

/** The conversation in the path is only known after it was found or created. */
export const sendToContact = operation({
	name: 'Send to Contact',
	action: 'Send a message to a contact',
	gives: 'Returns the message, with its contact and conversation',
	description:
		'Finds or creates the contact and a conversation in the inbox. Repeating it sends the message again.',
	request: 'POST /api/v1/accounts/{account_id}/conversations/{conversation_id?}/messages',
	path: [account()],
	body: [
		contactKey('send_to', (field) => (field.name === 'email' ? withName(field) : field)),
		inbox(),
		kind(),
		optional(
			text('name', { max: 255, label: 'Contact Name', hint: 'Only for new contacts' }),
			text('mail_subject', {
				label: 'Subject',
				hint: 'Only for new conversations in email inboxes',
			}),
			...details(),
		),
	],
	options: [ifResolved(), optional(ifWindowClosed(), ...templateIfClosed(), ...deliveryFields())],
	reply: simplified(record(), {
		...inside('message', asIs('id', 'conversation_id', 'inbox_id', 'content', 'status')),
		...inside('message', withFiles),
		created_at: 'message.created_at',
		contact_id: 'contact.id',
		contact_name: 'contact.name',
		contact_action: 'contact.action',
		matched_phone_number: 'contact.matched_phone_number?',
		conversation_status: 'conversation.status',
		conversation_action: 'conversation.action',
		...inside('message', asIs('message_ids', 'delivery')),
		...asIs('template_sent', 'action'),
		...urlOf('message'),
	}),
	run: async (call) => {
		const { values, request, send, inTurn } = call;
		const { identifier, email, phone_number, name, inbox_id, mail_subject, ...message } =
			(await inTemplate(call)) ?? {};
		if (!SHOWN.some((key) => key in message) && !request.files?.length)
			throw new BadInput('There is nothing to send: add a file or a template', ['content_kind']);
		const wish = { body: message, files: request.files };
		const window = { inbox_id, can_reply: false };
		const template = await closedWindowTemplate(call, window, message);
		const contactFields = { identifier, email, phone_number, name };
		const fields = Object.fromEntries(
			Object.entries(contactFields).filter(([, value]) => value !== undefined),
		);
		const conversations = request.path.replace(/\/messages$/, '');
		const accountPath = conversations.replace(/\/conversations$/, '');
		const contacts = `${accountPath}/contacts`;
		const channel = await channelOfInbox(call, inbox_id);
		// Refuses what the customer would not get before there is a contact.
		if (channel) planned(wish, channel);
		const isTemplate = template !== undefined || message.template_params !== undefined;
		const mayCreate = () => {
			if (message.reply_to_all) throw noEmail();
		};
		const mayStart = (links: unknown[]) => {
			mayCreate();
			if (channel?.customerFirst && !links.length)
				throw new BadInput(`The contact must write first on this channel (${channel.name})`, [
					'inbox_id',
				]);
			const opensClosed = channel?.window && channel.template && !channel.sourceId;
			if (opensClosed && !isTemplate) checkWindow(call, window);
		};
		const create = (path: string, body: IDataObject) => ({ method: 'POST', path, body });
		const step = steps();
		const person = await step(
			'Finding or creating the contact',
			async () => await findOrCreate(call, create(contacts, fields), mayCreate),
			({ action, contact }) => `contact ${contact.id as number} was ${action}`,
		);
		// Another item may find the same contact by another key.
		const { sent, ...found } = await inTurn(async () => {
			const subject = mail_subject === undefined ? {} : { additional_attributes: { mail_subject } };
			const place = await conversationFor(
				step,
				call,
				person.contact,
				create(conversations, { inbox_id, ...subject }),
				values.if_resolved,
				mayStart,
			);
			const path = `${conversations}/${place.conversation.id as number}`;
			const isClosed = template !== undefined && place.conversation.can_reply === false;
			if (!isTemplate) checkWindow(call, place.conversation);
			const to = await destinationOf(call, path, place.conversation);
			const again = { ...request, path: `${path}/messages`, again: false };
			const sent = await step(
				'Sending the message',
				async () =>
					await postAll(call, isClosed ? { body: template } : wish, to, async (part) =>
						recordOf(await send(sendable({ ...again, files: undefined, ...part })), '', true),
					),
				({ ids }) => `message ${ids.join(', ')} was sent`,
			);
			const ignored = subjectHint(mail_subject, place, to);
			if (ignored) call.host.hint(ignored);
			return {
				conversation: { action: place.action, ...place.conversation },
				template_sent: isClosed,
				sent,
			};
		}, [`contact ${person.contact.id as number} of ${request.path}`]);
		return [
			{
				action: 'sent',
				contact: { action: person.action, ...person.contact },
				...found,
				message: await step('', sent.outcome),
			},
		];
	},
});
