import type { IDataObject } from 'n8n-workflow';
import { unix, zone } from '../../../shared/dates';
import {
	choice,
	fixed,
	flag,
	integer,
	json,
	optional,
	pick,
	text,
	textsOf,
	type Field,
} from '../../../shared/fields';
import { files } from '../../../shared/files';
import { account, agentBot, conversation } from '../../../shared/locators';
import { operation, record, simplified } from '../../../shared/operation';
import { MESSAGE } from '../../../shared/simple';
import { BadInput, ServiceError } from '../../../shared/transport/errors';
import { addresses } from './addresses';
import { contentAttributes } from './attributes';
import { items } from './items';

const content = () =>
	text('content', {
		label: 'Text',
		hint: 'Markdown; Liquid variables of outgoing messages are filled in',
		rows: 4,
		max: 150_000,
	});

const type = (name: string, value: string, ...more: Field[]) => ({
	name,
	parts: [content(), ...more, fixed({ content_type: value })],
});

const uploaded = textsOf('blob_ids', {
	as: 'attachments',
	label: 'Uploaded Files',
	hint: 'Blob IDs that File → Upload gave, separated by commas',
});

/** The service stores empty messages, and knows no repetition: the same call sends twice. */
export const create = operation({
	name: 'Create',
	action: 'Create a message or private note',
	request: 'POST /api/v1/accounts/{account_id}/conversations/{conversation_id}/messages',
	path: [account(), conversation()],
	body: [
		choice(
			'content_kind',
			{
				text: { name: 'Text', parts: [content()] },
				none: { name: 'No Text (Files or Template Alone)', parts: [] },
				input_select: type(
					'Options to Select From',
					'input_select',
					items('input_select', 'List of { title, value }'),
				),
				cards: type(
					'Cards',
					'cards',
					items(
						'cards',
						'List of { title, description, media_url, actions }; an action is { type: "link", text, uri } or { type: "postback", text, payload }',
					),
				),
				form: type(
					'Form',
					'form',
					items(
						'form',
						'List of { name, type, label, placeholder, default, required, pattern, pattern_error, title, options }',
					),
				),
				article: type(
					'Articles',
					'article',
					items('article', 'List of { title, description, link }'),
				),
				input_email: type('Question for E-Mail Address', 'input_email'),
				input_csat: type('CSAT Survey', 'input_csat'),
			},
			{ label: 'Kind of Message' },
		),
		choice('send_as', {
			user: { name: 'User of the Token', parts: [] },
			agent_bot: {
				name: 'Agent Bot',
				parts: [agentBot('agent_bot_id', { as: 'sender_id' }), fixed({ sender_type: 'AgentBot' })],
			},
		}),
		optional(
			flag('private', {
				label: 'Private Note',
				hint: 'Whether only agents see the message',
				default: true,
			}),
			pick(
				'message_type',
				{ outgoing: 'Outgoing', incoming: 'Incoming', activity: 'Activity', template: 'Template' },
				{ hint: 'Default: outgoing. Incoming in API inboxes only; it reopens the conversation.' },
			),
			files('attachments', { label: 'Files', megabytes: 40 }),
			{
				...uploaded,
				convert: (value, reading) => {
					if ('attachments' in reading.values) throw new BadInput('cannot be combined with Files');
					return uploaded.convert(value, reading);
				},
			},
			...contentAttributes(),
			json('template_params', {
				label: 'WhatsApp Template',
				hint: 'Object of name, category, language, namespace, processed_params { body, header, buttons }',
			}),
			text('source_id', { label: 'Source ID', hint: 'ID of the message in another system' }),
			text('echo_id', { label: 'Echo ID', hint: 'Comes back in the reply, but in no webhook' }),
			unix('external_created_at', {
				hint: 'Time in the other system; kept in the content attributes, created_at stays now',
			}),
			integer('campaign_id', {
				hint: 'Lost beside a WhatsApp template',
				range: [1, Number.MAX_SAFE_INTEGER],
			}),
			addresses('to_emails', 'To'),
			addresses('cc_emails', 'CC'),
			addresses('bcc_emails', 'BCC'),
			text('email_html_content', {
				label: 'HTML of the E-Mail',
				hint: 'In e-mail inboxes only; takes the place of the text',
				rows: 4,
			}),
		),
	],
	options: [optional(zone())],
	reply: simplified(record(), MESSAGE),
	run: async ({ values, request, send }) => {
		const { private: note, ...body } = request.body ?? {};
		// In a form even private=false keeps an e-mail inbox from sending the mail.
		const suppresses = note === false && request.files?.length;
		const sent = (await send(suppresses ? { ...request, body } : request)) as IDataObject;
		const { type: sender } = (sent.sender ?? {}) as IDataObject;
		if (values.agent_bot_id && sender !== 'agent_bot')
			throw new ServiceError(
				'There is no such agent bot: the message was sent as the user of the token',
				{ status: 200, fields: ['agent_bot_id'] },
			);
		return [sent];
	},
});
