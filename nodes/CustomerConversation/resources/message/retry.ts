import type { IDataObject } from 'n8n-workflow';
import { ServiceError } from '../../../shared/faults';
import { contentAttributesOf } from '../../../shared/tasks/messageWords';
import { at, isEmpty, worded } from '../../../shared/values';
import {
	account,
	conversation,
	message,
	MESSAGE,
	operation,
	optional,
	record,
	simplified,
} from '../../../shared/vocabulary';
import { destinationOf } from '../../tasks/destination';
import { deliveryFields, outbox } from '../../tasks/sending';
import { readMessage } from './parts/single';

/** Content types whose items the service would empty: it then refuses the message, but stores it as sent. */
const WITH_ITEMS: Record<string, string> = {
	article: 'articles',
	cards: 'cards',
	form: 'forms',
	input_select: 'options to choose from',
};

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
	options: [optional(...deliveryFields())],
	reply: simplified(record(), { ...MESSAGE, delivery: 'delivery' }),
	run: async (call) => {
		const before = await readMessage(call);
		const name = `Message ${worded(before.id)}`;
		const refusal = refusalOf(before);
		if (refusal)
			throw new ServiceError(`${name} ${refusal}`, { status: 200, fields: ['message_id'] });
		const to = await destinationOf(call, call.request.path.replace(/\/messages\/.*$/, ''));
		const box = outbox(call, to);
		await box.post({ body: before }, async () => (await call.records())[0]);
		const cleared = clearedFrom(before);
		if (cleared.length)
			call.host.hint(
				`${name} was sent again without its ${cleared.join(' and its ')}, because Chatwoot clears the content attributes.`,
			);
		if (at(to.conversation, 'meta.channel') === 'Channel::Api')
			call.host.hint(
				`${name} is in an API inbox: Chatwoot calls the inbox's webhook with message_updated, not with message_created again. If your system only handles message_created, send it as a new message instead.`,
			);
		const [{ message: after, delivery }] = await box.outcomes();
		return [{ ...after, delivery }];
	},
});
