import { BadInput } from '../../../../shared/faults';
import { TEMPLATE_FORM } from '../../../../shared/formats/whatsApp';
import { pickedTemplate, variableFields } from '../../../../shared/parts/whatsAppTemplate';
import {
	attachments,
	choice,
	content,
	fixed,
	flag,
	json,
	text,
	textsOf,
	type Field,
	type Part,
} from '../../../../shared/vocabulary';
import { addresses } from './addresses';
import { freeAttributes } from './attributes';
import { items } from './items';

const type = (name: string, value: string, parts: Part[] = []) => ({
	name,
	parts: [content(), ...parts, fixed({ content_type: value })],
});

const blobs = textsOf('blob_ids', {
	as: 'attachments',
	label: 'Uploaded Files',
	hint: 'Blob IDs from File → Upload, separated by commas',
});

/** Files that were uploaded before. */
export const uploaded = (): Field => ({
	...blobs,
	convert: (value, reading) => {
		if ('attachments' in reading.values || 'file_urls' in reading.values)
			throw new BadInput('cannot be combined with other files');
		return blobs.convert(value, reading);
	},
});

const params = json('template_params', {
	label: 'WhatsApp Template (JSON)',
	shown: false,
	hint: `Format: ${TEMPLATE_FORM}. Buttons in order; write { type: "quick_reply" } for any button without a parameter. Other types as in the template, in lowercase. With Twilio, processed_params is { [number]: string }.`,
});

/** The template as JSON, if none is picked. */
const templateParams = (): Field => ({
	...params,
	convert: (value, reading) => {
		if (reading.values.template !== undefined)
			throw new BadInput('cannot be combined with Template: remove one of them');
		return params.convert(value, reading);
	},
});

/** The content of a message. @param before fields that are shown before the template */
export const kind = (...before: Part[]) =>
	choice(
		'content_kind',
		{
			text: { name: 'Text', parts: [content()] },
			none: { name: 'No Text (Files or Template Only)', parts: [] },
			input_select: type('Options to Choose From', 'input_select', items('input_select')),
			cards: type('Cards', 'cards', items('cards')),
			form: type('Form', 'form', items('form')),
			article: type('Articles', 'article', items('article')),
			template: {
				name: 'WhatsApp Template',
				parts: [...before, pickedTemplate(), variableFields()],
			},
			input_email: type('Ask for Email', 'input_email'),
			input_csat: type('CSAT Survey', 'input_csat'),
		},
		{ label: 'Kind of Message', after: 'content' },
	);

export const voiceMessage = (): Field =>
	flag('is_voice_message', {
		label: 'Voice Message',
		since: (on) => (on ? [{ since: '4.16' }] : []),
		shown: false,
		hint: 'Whether to send an audio file as a voice message, if the channel supports it (Chatwoot 4.16 or later)',
	});

const toAll = flag('reply_to_all', {
	label: 'Reply to All',
	shown: false,
	hint: 'Whether to send the email to the sender of the newest one that came in, with its other recipients in CC. Only in email inboxes.',
});

/** The recipients are only known once the conversation was read. */
const replyToAll = (): Field => ({
	...toAll,
	convert: (value, reading) => {
		if (toAll.convert(value, reading) !== true) return undefined;
		const { to_emails: to, message_type: type } = reading.values;
		if (to !== undefined) throw new BadInput('cannot be combined with To: remove one of them');
		if (['incoming', 'activity'].includes(String(type)))
			throw new BadInput('only applies to messages that are sent to the contact');
		return true;
	},
});

const ADDRESSES = 'Addresses, separated by commas. Only in email inboxes.';

/** What any message to a contact may have in addition to its text. */
export const details = (): Field[] => [
	...attachments(),
	uploaded(),
	freeAttributes(),
	templateParams(),
	addresses('to_emails', 'To', `Receive the email instead of the contact. ${ADDRESSES}`),
	addresses('cc_emails', 'CC', ADDRESSES),
	addresses('bcc_emails', 'BCC', ADDRESSES),
	replyToAll(),
	text('email_html_content', {
		label: 'Email HTML',
		shown: false,
		hint: 'Sent instead of the text. Variables such as {{contact.name}} are filled in. Only in email inboxes.',
		rows: 4,
	}),
];
