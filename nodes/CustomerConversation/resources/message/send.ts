import {
	account,
	conversation,
	fixed,
	front,
	inbox,
	integer,
	MESSAGE,
	operation,
	optional,
	pick,
	stored,
	simplified,
	text,
	unix,
	zone,
	type Field,
} from '../../../shared/vocabulary';
import { destinationOf } from '../../tasks/destination';
import { deliveryFields, sendAll } from '../../tasks/sending';
import {
	checkWindow,
	closedWindowTemplate,
	ifWindowClosed,
	templateIfClosed,
} from '../../tasks/window';
import { inReplyTo } from './parts/attributes';
import { author, SENDER, sendAs } from './parts/author';
import { details, kind, voiceMessage } from './parts/fields';
import { inTemplate } from './parts/templates';

/** Only for the list of templates: the message is sent through the conversation's inbox. */
const listed = (): Field => ({
	...inbox('inbox_id', {
		as: 'template_params',
		placeholder: 'Inbox of the conversation',
		hint: 'Inbox whose templates are listed. Set it if Conversation is an expression.',
	}),
	convert: () => undefined,
});

/** The service accepts empty messages, and does not detect repetition: the same call sends twice. */
export const send = operation({
	name: 'Send',
	action: 'Send a message or reply',
	gives: 'Returns the new message',
	description: 'Sends through the channel of the conversation: website, email, WhatsApp and others',
	request: 'POST /api/v1/accounts/{account_id}/conversations/{conversation_id}/messages',
	path: [account(), conversation()],
	body: [
		kind(front(listed())),
		optional(
			author('Send as Agent Bot'),
			pick(
				'message_type',
				{ outgoing: 'Outgoing', incoming: 'Incoming', activity: 'Activity', template: 'Template' },
				{
					hint: 'Default: Outgoing. Incoming only works in API inboxes; it reopens the conversation.',
				},
			),
			...details(),
			inReplyTo(),
			voiceMessage(),
			text('source_id', { label: 'Source ID', hint: 'ID of the message in another system' }),
			text('echo_id', { label: 'Echo ID', hint: 'Returned in the response, but not in webhooks' }),
			unix('external_created_at', {
				shown: false,
				hint: 'Time in the other system, stored in the content attributes; created_at does not change. Works with Uploaded Files, not with other files.',
			}),
			integer('campaign_id', {
				shown: false,
				hint: 'Ignored with a WhatsApp template. Works with Uploaded Files, not with other files.',
				range: [1, Number.MAX_SAFE_INTEGER],
			}),
		),
		fixed(SENDER),
	],
	options: [optional(ifWindowClosed(), ...templateIfClosed(), ...deliveryFields(), zone())],
	reply: simplified(stored(), {
		...MESSAGE,
		message_ids: 'message_ids?',
		delivery: 'delivery?',
		template_sent: 'template_sent?',
	}),
	run: async (call) => {
		const { request, values } = call;
		if (['incoming', 'activity'].includes(String(values.message_type)))
			return [await sendAs({ ...call, request: { ...request, body: await inTemplate(call) } })];
		const to = await destinationOf(call, request.path.replace(/\/messages$/, ''));
		const { conversation: talk = {} } = to;
		const template = await closedWindowTemplate(call, talk, request.body);
		const body = template ?? (await inTemplate(call)) ?? {};
		if (body.template_params === undefined) checkWindow(call, talk);
		const files = template ? undefined : request.files;
		const sent = await sendAll(
			call,
			{ body, files },
			to,
			async (message) =>
				await sendAs({ ...call, request: { ...request, files: undefined, ...message } }),
		);
		return [{ ...sent, template_sent: template !== undefined }];
	},
});
