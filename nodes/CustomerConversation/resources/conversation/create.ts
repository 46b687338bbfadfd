import { BadInput } from '../../../shared/faults';
import { isObject } from '../../../shared/values';
import {
	account,
	agent,
	choice,
	contact,
	CONVERSATION,
	files,
	flag,
	front,
	inbox,
	json,
	operation,
	optional,
	pick,
	stored,
	sendable,
	simplified,
	team,
	text,
	zone,
	type Field,
} from '../../../shared/vocabulary';
import { customAttributes, mappedAttributes } from '../../../shared/parts/attributes';
import { snoozedUntil } from '../../../shared/parts/future';
import { addressText } from '../message/parts/addresses';
import { STATUSES } from './parts/listing';

const until = snoozedUntil({
	hint: 'Date and time in the future, e.g. 2026-11-24T09:00. Only with the status Snoozed.',
});

/** The service expects text here: it silently drops Unix seconds. */
const snoozedUntilText: Field = {
	...until,
	convert: (value, reading) => {
		const seconds = Number(until.convert(value, reading));
		return new Date(seconds * 1000).toISOString().replace('.000', '');
	},
};

const typed = text('message', {
	label: 'First Message',
	shown: false,
	hint: 'Text of an outgoing message, or a JSON object with keys such as content, message_type, private, content_type, template_params, cc_emails',
	rows: 4,
});

/** A JSON object must have one of these keys: otherwise the service sends a message without text. */
// prettier-ignore
const KEYS = [
	'content', 'content_type', 'content_attributes', 'message_type', 'private', 'attachments',
	'template_params', 'cc_emails', 'bcc_emails', 'to_emails', 'email_html_content',
	'source_id', 'echo_id', 'external_created_at', 'campaign_id',
];

const isMessage = (value: object) => Object.keys(value).some((key) => KEYS.includes(key));

const ADDRESSES = ['to_emails', 'cc_emails', 'bcc_emails'];

/** Content types for which the service answers 500 if there are no items. */
const WITH_ITEMS = ['input_select', 'cards', 'form', 'article'];

const message: Field = {
	...typed,
	convert: (value, reading) => {
		const message = isObject(value) ? value : parsed(typed.convert(value, reading) as string);
		if (!isMessage(message))
			throw new BadInput(
				`must be text, or an object with at least one of these keys: ${KEYS.join(', ')}`,
			);
		const { content_type: type, content_attributes: attributes } = message;
		const { items } = isObject(attributes) ? attributes : {};
		if (WITH_ITEMS.includes(String(type)) && !Array.isArray(items))
			throw new BadInput(
				`must have a list of items in content_attributes for the content_type ${String(type)}`,
			);
		const written = ADDRESSES.filter((key) => message[key]);
		const changed = written.map((key) => [key, addressText(message[key])]);
		return { ...message, ...Object.fromEntries(changed) };
	},
};

function parsed(content: string): Record<string, unknown> {
	try {
		const value: unknown = JSON.parse(content);
		if (isObject(value) && isMessage(value)) return value;
	} catch {
		// It is plain text.
	}
	return { content };
}

const person = () => contact('contact_id', { shown: 'meta.sender.id' });

const sourceId = () =>
	text('source_id', { label: 'Source ID', shown: false, hint: 'ID of the contact in the inbox' });

export const create = operation({
	name: 'Create',
	action: 'Create a conversation',
	gives: 'Returns the new conversation',
	description:
		'Creates a new one each time, unless the inbox is locked to a single conversation. Find or Create reuses one.',
	request: 'POST /api/v1/accounts/{account_id}/conversations',
	path: [account()],
	body: [
		choice('create_for', {
			contact: { name: 'Contact in an Inbox', parts: [inbox(), person()] },
			contact_source: {
				name: 'Contact in an Inbox, with Source ID',
				parts: [inbox(), person(), sourceId()],
			},
			source: {
				name: 'Source ID',
				parts: [
					sourceId(),
					front(
						inbox('inbox_id', {
							hint: 'If several inboxes know this ID, such as a phone number. Before Chatwoot 4.18 the service may take another; then this fails.',
						}),
					),
				],
			},
		}),
		mappedAttributes('conversation_attribute'),
		optional(
			pick('status', STATUSES, {
				shown: false,
				hint: 'Chatwoot overrides it: pending if the inbox has an active bot, resolved if the contact is blocked',
			}),
			snoozedUntilText,
			agent('assignee_id', { label: 'Agent', shown: 'meta.assignee.id' }),
			team('team_id', { shown: 'meta.team.id' }),
			message,
			files('message_attachments', {
				as: 'message[attachments][]',
				label: 'First Message Binary Fields',
				megabytes: 40,
			}),
			json('additional_attributes', {
				hint: 'Object with any keys, e.g. mail_subject in email inboxes',
			}),
			customAttributes('conversation_attribute'),
			flag('hmac_verified', {
				label: 'Identity Verified',
				shown: 'meta.hmac_verified',
				hint: "Whether to treat the contact's identity as verified in this inbox",
			}),
		),
	],
	options: [optional(zone())],
	reply: simplified(stored(''), CONVERSATION),
	run: async ({ values, request, records }) => {
		if (values.snoozed_until && values.status !== 'snoozed')
			throw new BadInput('Snoozed Until needs the status Snoozed', ['snoozed_until']);
		request.body = sendable(request).body;
		return await records();
	},
});
