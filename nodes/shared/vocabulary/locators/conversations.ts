import type { Locator } from '../picking/picking';
import { byId, byPage } from '../reply';
import {
	ATTACHMENTS,
	CONVERSATIONS,
	CSAT_ANSWERS,
	NEWEST_FIRST,
	WITHOUT_FILE,
} from '../lists/lists';
import { locator, several } from '../picking/locator';
import { ACCOUNT_API, DASHBOARD, PAGES } from '../paths';
import { inboxPath } from './templates';

const anInbox: Locator = {
	name: 'inbox_id',
	title: 'Inbox',
	method: 'inboxes',
	list: `${ACCOUNT_API}/inboxes`,
	rows: 'payload',
	label: ['name'],
	url: `${DASHBOARD}/inbox/{id}`,
	address: /\/inbox(?:es)?\/(?:list\/)?(\d+)/,
};

export const inbox = locator(anInbox);
export const apiInbox = locator({
	...anInbox,
	title: 'API Inbox',
	method: 'apiInboxes',
	only: { channel_type: ['Channel::Api'] },
});

/** Inboxes that campaigns can be sent from. */
export const campaignInbox = locator({
	...anInbox,
	method: 'campaignInboxes',
	only: {
		channel_type: ['Channel::WebWidget', 'Channel::Sms', 'Channel::TwilioSms', 'Channel::Whatsapp'],
		medium: [undefined, null, 'sms'],
	},
});

export const websiteInbox = locator({
	...anInbox,
	title: 'Website Inbox',
	method: 'websiteInboxes',
	only: { channel_type: ['Channel::WebWidget'] },
});

export const smsInbox = locator({
	...anInbox,
	title: 'SMS Inbox',
	method: 'smsInboxes',
	only: {
		channel_type: ['Channel::Sms', 'Channel::TwilioSms'],
		// Twilio uses the same channel type for WhatsApp.
		medium: [undefined, null, 'sms'],
	},
});

export const whatsappInbox = locator({
	...anInbox,
	title: 'WhatsApp Inbox',
	method: 'whatsappInboxes',
	only: { channel_type: ['Channel::Whatsapp'] },
});

export const inboxes = several(anInbox);

export const campaign = locator({
	name: 'campaign_id',
	title: 'Campaign',
	method: 'campaigns',
	list: `${ACCOUNT_API}/campaigns`,
	rows: '',
	label: ['title'],
	details: ['inbox.name', 'campaign_status'],
	url: `${DASHBOARD}/campaigns`,
});

export const conversation = locator({
	name: 'conversation_id',
	title: 'Conversation',
	method: 'conversations',
	list: `${ACCOUNT_API}/conversations?status=all`,
	rows: 'data.payload',
	pages: CONVERSATIONS.pages,
	label: [
		'meta.sender.name',
		'meta.sender.email',
		'meta.sender.phone_number',
		'meta.sender.identifier',
	],
	details: [{ path: 'inbox_id', of: anInbox }, 'status', 'last_non_activity_message.content'],
	numbered: true,
	recordPath: `${ACCOUNT_API}/conversations/`,
	search: {
		list: `${ACCOUNT_API}/search/conversations?q=`,
		rows: 'payload.conversations',
		pages: byPage(15, NEWEST_FIRST),
		label: ['contact.name', 'contact.email', 'contact.phone_number', 'contact.identifier'],
		// Shown if the complete records cannot be read.
		details: ['inbox.name', 'message.content'],
		loose: true,
		also: [
			{
				list: `${ACCOUNT_API}/search/messages?q=`,
				rows: 'payload.messages',
				value: 'conversation_id',
			},
		],
		belonging: {
			of: anInbox,
			list: `${ACCOUNT_API}/conversations?status=all&inbox_id=`,
			rows: 'data.payload',
		},
		complete: { path: `${ACCOUNT_API}/conversations/filter`, key: 'display_id', rows: 'payload' },
	},
	url: `${DASHBOARD}/conversations/{id}`,
	address: /\/conversations?\/(\d+)/,
});

export const csatResponse = locator({
	name: 'csat_response_id',
	title: 'CSAT Response',
	method: 'csatResponses',
	// Without an order, pages repeat and miss answers.
	list: `${ACCOUNT_API}/csat_survey_responses?sort=-created_at`,
	rows: '',
	pages: CSAT_ANSWERS.pages,
	label: ['contact.name', 'contact.email', 'feedback_message'],
	url: `${DASHBOARD}/reports/csat`,
});

export const message = locator({
	name: 'message_id',
	title: 'Message',
	method: 'messages',
	list: `${ACCOUNT_API}/conversations/{conversation_id}/messages`,
	rows: 'payload',
	pages: byId('older', 20),
	label: ['content', 'content_type'],
	url: PAGES.message,
	address: /[?&]messageId=(\d+)/,
});

/** Messages with files, newest first, read from the list of files. */
export const messageWithFiles = locator({
	name: 'message_id',
	title: 'Message',
	method: 'messagesWithFiles',
	list: `${ACCOUNT_API}/conversations/{conversation_id}/attachments`,
	rows: 'payload',
	pages: ATTACHMENTS.pages,
	value: 'message_id',
	label: ['data_url'],
	files: 'data_url',
	except: { file_type: WITHOUT_FILE },
	details: ['sender.name'],
	url: PAGES.message,
	address: /[?&]messageId=(\d+)/,
});

/** Approved WhatsApp templates. A template can have several languages. */
const templatesIn = (source: Pick<Locator, 'method' | 'list' | 'parents' | 'rows'>) =>
	locator({
		name: 'template',
		title: 'Template',
		...source,
		// Twilio's.
		otherwise: { rows: 'content_templates.templates', value: 'friendly_name' },
		unlisted: 'This inbox has no WhatsApp templates',
		only: { status: ['APPROVED', 'approved'] },
		value: 'name',
		variant: 'language',
		slug: true,
		example: 'order_update (en)',
		label: ['name'],
		details: ['category'],
	});

export const messageTemplate = templatesIn({
	method: 'messageTemplates',
	...inboxPath,
	rows: 'message_templates',
});

/** The templates of all inboxes, if the inbox is only known when the node runs. */
export const messageTemplateOfAnyInbox = templatesIn({
	method: 'messageTemplatesOfAnyInbox',
	list: `${ACCOUNT_API}/inboxes`,
	rows: 'payload.*.message_templates',
});
