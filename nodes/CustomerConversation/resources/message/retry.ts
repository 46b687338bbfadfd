import type { IDataObject } from 'n8n-workflow';
import { ServiceError } from '../../../shared/faults';
import { unlessRefused } from '../../../shared/steps';
import { contentAttributesOf } from '../../../shared/tasks/messageWords';
import { pollUntilFound } from '../../../shared/tasks/pollUntilFound';
import { at, isEmpty, worded } from '../../../shared/values';
import {
	account,
	conversation,
	message,
	MESSAGE,
	operation,
	record,
	simplified,
	type Call,
} from '../../../shared/vocabulary';
import { channelClassOf, readMessage } from './parts/single';

/** Content types whose items the service would empty: it then refuses the message, but stores it as sent. */
const WITH_ITEMS: Record<string, string> = {
	article: 'articles',
	cards: 'cards',
	form: 'forms',
	input_select: 'options to choose from',
};

/**
 * Milliseconds before each look: a text usually leaves within a second, a file within five, and an API inbox
 * waits five seconds for the reply of its URL.
 */
const PAUSES = [1000, 2000, 3000, 4000];

const SECONDS = PAUSES.reduce((sum, pause) => sum + pause) / 1000;

/** Why the message must not be sent again. */
function refusalOf(message: IDataObject): string | undefined {
	const { status, source_id, content_type } = message;
	if (status !== 'failed') return `did not fail: its status is ${worded(status)}`;
	const { to_emails: to } = contentAttributesOf(message);
	const items = WITH_ITEMS[String(content_type)];
	const reason = source_id
		? 'has a source ID: the channel had accepted it before it failed, so Chatwoot does not send it again'
		: items
			? `contains ${items}, so Chatwoot does not send it again`
			: !isEmpty(to) &&
				`is addressed to ${[to].flat().join(', ')}, but Chatwoot would send it to the contact`;
	return reason ? `${reason}. Send it as a new message instead.` : undefined;
}

/** What the service removes from a message that it sends again: it clears the content attributes. */
const CLEARED = {
	quotation: ['in_reply_to', 'in_reply_to_external_id'],
	CC: ['cc_emails'],
	BCC: ['bcc_emails'],
};

const clearedFrom = (message: IDataObject): string[] =>
	Object.entries(CLEARED)
		.filter(([, keys]) => keys.some((key) => !isEmpty(contentAttributesOf(message)[key])))
		.map(([name]) => name);

/** The message once it was handed over to the channel, or failed. */
async function outcomeOf(call: Call): Promise<IDataObject | undefined> {
	return await pollUntilFound(call, PAUSES, async () => {
		const now = await unlessRefused(readMessage(call));
		return now && (now.status !== 'sent' || now.source_id) ? now : undefined;
	});
}

/** What to know if the service does not show whether the message was handed over. */
async function hintWithoutOutcome(call: Call, name: string): Promise<string> {
	const channel = await channelClassOf(call);
	if (channel === 'Channel::WebWidget') return '';
	if (channel === 'Channel::Api')
		return `${name} is in an API inbox: Chatwoot calls the inbox's webhook with message_updated, not with message_created again. If your system only handles message_created, send it as a new message instead.`;
	return `${name} had not been handed over to the channel after ${SECONDS} seconds. It may still be sent: do not send it again at once.`;
}

/** Older releases also send messages again that did not fail, and 4.18 answers 200 and does nothing. */
export const retry = operation({
	name: 'Retry',
	action: 'Retry a message',
	gives: 'Returns the message, which was sent again',
	description:
		'For messages that failed before the channel accepted them. A reply loses its quotation, an email its CC and BCC: Chatwoot clears the content attributes. Emails with To and messages with options, cards, forms or articles cannot be sent again.',
	request:
		'POST /api/v1/accounts/{account_id}/conversations/{conversation_id}/messages/{message_id}/retry',
	path: [account(), conversation(), message()],
	reply: simplified(record(), MESSAGE),
	run: async (call) => {
		const before = await readMessage(call);
		const name = `Message ${worded(before.id)}`;
		const refused = (reason: string) =>
			new ServiceError(`${name} ${reason}`, { status: 200, fields: ['message_id'] });
		const refusal = refusalOf(before);
		if (refusal) throw refused(refusal);
		const records = await call.records();
		const cleared = clearedFrom(before);
		if (cleared.length)
			call.host.hint(
				`${name} was sent again without its ${cleared.join(' and its ')}, because Chatwoot clears the content attributes.`,
			);
		const after = await outcomeOf(call);
		if (after?.status === 'failed')
			throw refused(
				`failed again: ${worded(at(after, 'content_attributes.external_error') ?? 'Chatwoot gives no reason')}`,
			);
		const hint = after ? '' : await hintWithoutOutcome(call, name);
		if (hint) call.host.hint(hint);
		return after ? [after] : records;
	},
});
