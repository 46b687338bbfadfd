import {
	account,
	conversation,
	fixed,
	flag,
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
import { inReplyTo } from './parts/attributes';
import { author, SENDER, sendAs } from './parts/author';
import { kind, details } from './parts/fields';
import { inTemplate } from './parts/templates';

/** For the list of templates alone: the inbox is the conversation's. */
const listed = (): Field => ({
	...inbox('inbox_id', {
		as: 'template_params',
		hint: 'Whose templates the list shows; in channels of WhatsApp, not of Twilio',
	}),
	convert: () => undefined,
});

/** The service stores empty messages, and knows no repetition: the same call sends twice. */
export const send = operation({
	name: 'Send',
	action: 'Send a message or reply',
	gives: 'The new message',
	description:
		'To answer or to write first, in the channel of the conversation: website, e-mail, WhatsApp and others',
	request: 'POST /api/v1/accounts/{account_id}/conversations/{conversation_id}/messages',
	path: [account(), conversation()],
	body: [
		kind(front(listed())),
		optional(
			author('Send as Agent Bot'),
			pick(
				'message_type',
				{ outgoing: 'Outgoing', incoming: 'Incoming', activity: 'Activity', template: 'Template' },
				{ hint: 'Default: outgoing. Incoming in API inboxes only; it reopens the conversation.' },
			),
			...details(),
			inReplyTo(),
			flag('is_voice_message', {
				label: 'Voice Message',
				since: (on) => (on ? [{ since: '4.16' }] : []),
				shown: false,
				hint: 'Whether an audio file goes out as a voice message, in channels that tell them apart',
			}),
			text('source_id', { label: 'Source ID', hint: 'ID of the message in another system' }),
			text('echo_id', { label: 'Echo ID', hint: 'Comes back in the reply, but in no webhook' }),
			unix('external_created_at', {
				shown: false,
				hint: 'Time in the other system; kept in the content attributes, created_at stays now. Goes with Uploaded Files, not with Files.',
			}),
			integer('campaign_id', {
				shown: false,
				hint: 'Lost beside a WhatsApp template. Goes with Uploaded Files, not with Files.',
				range: [1, Number.MAX_SAFE_INTEGER],
			}),
		),
		fixed(SENDER),
	],
	options: [optional(zone())],
	reply: simplified(stored(), MESSAGE),
	run: async (call) => {
		call.request.body = await inTemplate(call);
		return [await sendAs(call)];
	},
});
