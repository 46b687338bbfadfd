import { BadInput } from '../../../../shared/faults';
import { TEMPLATE_FORM } from '../../../../shared/formats/whatsApp';
import { pickedTemplate, templateVariables } from '../../../../shared/parts/whatsAppTemplate';
import {
	attachments,
	choice,
	content,
	fixed,
	front,
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
	hint: 'Blob IDs that File → Upload gave, separated by commas',
});

/** Files that the service has already. */
export const uploaded = (): Field => ({
	...blobs,
	convert: (value, reading) => {
		if ('attachments' in reading.values) throw new BadInput('cannot be combined with Files');
		return blobs.convert(value, reading);
	},
});

const params = json('template_params', {
	label: 'WhatsApp Template (JSON)',
	shown: false,
	hint: `Format: ${TEMPLATE_FORM}. Buttons by place, with {} for one without a parameter; the type as the template has it, in small letters.`,
});

/** The template as it is sent, where none is picked. */
const templateParams = (): Field => ({
	...params,
	convert: (value, reading) => {
		if (reading.values.template !== undefined)
			throw new BadInput('is picked as Template, too: remove one of them');
		return params.convert(value, reading);
	},
});

/** What a message shows. @param before what stands before the template that is picked */
export const kind = (...before: Part[]) =>
	choice(
		'content_kind',
		{
			text: { name: 'Text', parts: [content()] },
			none: { name: 'No Text (Files or Template Alone)', parts: [] },
			input_select: type('Options to Select From', 'input_select', items('input_select')),
			cards: type('Cards', 'cards', items('cards')),
			form: type('Form', 'form', items('form')),
			article: type('Articles', 'article', items('article')),
			template: {
				name: 'WhatsApp Template',
				parts: [...before, pickedTemplate(), front(templateVariables())],
			},
			input_email: type('Question for E-Mail Address', 'input_email'),
			input_csat: type('CSAT Survey', 'input_csat'),
		},
		{ label: 'Kind of Message', after: 'content' },
	);

/** What any message to a contact may have beside its text. */
export const details = (): Field[] => [
	attachments(),
	uploaded(),
	freeAttributes(),
	templateParams(),
	addresses('to_emails', 'To'),
	addresses('cc_emails', 'CC'),
	addresses('bcc_emails', 'BCC'),
	text('email_html_content', {
		label: 'HTML of the E-Mail',
		shown: false,
		hint: 'In e-mail inboxes only; takes the place of the text',
		rows: 4,
	}),
];
